package orders;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads and writes JSON as Map, List, String, Long, BigDecimal, Boolean and null, because the JDK has no JSON. If your
 * application has Jackson or Gson, use it instead.
 */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Parses a text. Integers are exact: a Long, or a BigDecimal if it does not fit. */
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        if (json.peek() != 0) throw json.error();
        return value;
    }

    /** Writes a value: Map, Iterable, String, Number, Boolean or null. */
    static String write(Object value) {
        if (value instanceof Map<?, ?> map)
            return map.entrySet().stream()
                    .map(entry -> quote(entry.getKey().toString()) + ":" + write(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        if (value instanceof List<?> list)
            return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
        return value instanceof String string ? quote(string) : String.valueOf(value);
    }

    private static String quote(String string) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : string.toCharArray())
            if (c < ' ' || c == '"' || c == '\\') quoted.append(String.format("\\u%04x", (int) c));
            else quoted.append(c);
        return quoted.append('"').toString();
    }

    private Object value() {
        switch (peek()) {
            case '{':
                return object();
            case '[':
                return array();
            case '"':
                return string();
            default:
                return literal();
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        at++;
        if (skip('}')) return object;
        do {
            if (peek() != '"') throw error();
            String key = string();
            if (!skip(':')) throw error();
            object.put(key, value());
        } while (skip(','));
        if (!skip('}')) throw error();
        return object;
    }

    private List<Object> array() {
        List<Object> array = new ArrayList<>();
        at++;
        if (skip(']')) return array;
        do array.add(value());
        while (skip(','));
        if (!skip(']')) throw error();
        return array;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++)
            string.append(text.charAt(at) == '\\' ? escaped() : text.charAt(at));
        if (at++ >= text.length()) throw error();
        return string.toString();
    }

    private char escaped() {
        if (++at + 1 >= text.length()) throw error();
        char c = text.charAt(at);
        if (c != 'u') return "bfnrt".indexOf(c) < 0 ? c : "\b\f\n\r\t".charAt("bfnrt".indexOf(c));
        if (at + 4 >= text.length()) throw error();
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
    }

    private Object literal() {
        int start = at;
        while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
        String literal = text.substring(start, at);
        switch (literal) {
            case "true":
                return true;
            case "false":
                return false;
            case "null":
                return null;
            default:
                return number(literal);
        }
    }

    private Object number(String literal) {
        if (!literal.matches("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?")) throw error();
        BigDecimal number = new BigDecimal(literal);
        return literal.matches("-?\\d{1,19}") && number.equals(BigDecimal.valueOf(number.longValue()))
                ? (Object) number.longValue()
                : number;
    }

    /** Returns the next character after white space, or 0 at the end. */
    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean skip(char c) {
        boolean found = peek() == c;
        if (found) at++;
        return found;
    }

    private IllegalArgumentException error() {
        return new IllegalArgumentException("not JSON at character " + at + ": " + text);
    }
}
