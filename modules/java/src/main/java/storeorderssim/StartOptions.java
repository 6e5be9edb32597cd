package storeorderssim;

import java.nio.file.Path;

/** A simulator in a container or as a program: what it is started with, and where it is. {@code S} is the class that is started. */
public interface StartOptions<S> {
    /** Sets a variable of the simulator, as in docs/reference/settings.md. */
    S withSetting(String variable, String value);

    /** Returns the value of a variable of the simulator, or null. */
    String setting(String variable);

    /** Uses a scenario file of this machine for production and staging. */
    S withScenarioFile(Path file);

    /** Sets the initial state of production and staging to a scenario by name. Default: mixed. */
    default S withScenario(String name) {
        return withSetting("SIM_SCENARIO", name);
    }

    /** Sets the initial state of staging to another scenario. */
    default S withStagingScenario(String name) {
        return withSetting("SIM_STAGING_SCENARIO", name);
    }

    /** Sets the scenario to a YAML text such as {@code orders: [{ id: 1, status: pending }]}. */
    default S withScenarioText(String yaml) {
        return withSetting("SIM_SCENARIO_INLINE", yaml);
    }

    /** Sets the API keys of production. Default: test-api-key. */
    default S withApiKey(String... keys) {
        return withSetting("SIM_API_KEY", String.join(",", keys));
    }

    /** Sets the API keys of staging. Default: test-staging-key. */
    default S withStagingApiKey(String... keys) {
        return withSetting("SIM_STAGING_API_KEY", String.join(",", keys));
    }

    /** Sets the seed of everything random. Default: 1. */
    default S withSeed(long seed) {
        return withSetting("SIM_SEED", Long.toString(seed));
    }

    /** Sets the choices for all gaps of the specification: least-promise (the default), typical or vary. */
    default S withProfile(String profile) {
        return withSetting("SIM_PROFILE", profile);
    }

    /** Sets the choice for one gap, which overrides the profile. Repeatable. */
    default S withGap(String key, String choice) {
        String before = setting("SIM_GAP");
        return withSetting("SIM_GAP", (before == null ? "" : before + ";") + key + "=" + choice);
    }

    /** Sets the token of the control API, which is random by default. */
    default S withControlToken(String token) {
        return withSetting("SIM_CONTROL_TOKEN", token);
    }

    /** The address of the service, without /v1, for processes of this machine. */
    String getServiceUrl();

    /** The address of the control API. */
    String getControlUrl();

    /** The base address of production. */
    default String getBaseUrl() {
        return getServiceUrl() + "/v1";
    }

    /** The base address of staging. */
    default String getStagingBaseUrl() {
        return getServiceUrl() + "/staging/v1";
    }

    /** The first API key of production. */
    default String getApiKey() {
        String keys = setting("SIM_API_KEY");
        return keys == null ? "test-api-key" : keys.split(",")[0];
    }

    /** The first API key of staging. */
    default String getStagingApiKey() {
        String keys = setting("SIM_STAGING_API_KEY");
        return keys == null ? "test-staging-key" : keys.split(",")[0];
    }

    /** The token of the control API. */
    default String getControlToken() {
        return setting("SIM_CONTROL_TOKEN");
    }

    /** A client of the control API. The addresses of its environments are reachable from this machine. */
    default ControlClient getControl() {
        return controlFor(getServiceUrl());
    }

    /**
     * A client of the control API for a client under test that reaches the service at another address, such as {@code
     * http://store:4010} on a Docker network.
     */
    default ControlClient controlFor(String serviceUrl) {
        return new ControlClient(getControlUrl(), getControlToken(), serviceUrl);
    }
}
