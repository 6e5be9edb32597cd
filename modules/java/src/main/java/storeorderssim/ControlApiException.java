package storeorderssim;

/** The control API refused a request. The message lists every problem. */
public final class ControlApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    ControlApiException(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    /** The HTTP status of the refusal. */
    public int getStatus() {
        return status;
    }

    /** The code of the refusal. */
    public String getCode() {
        return code;
    }
}
