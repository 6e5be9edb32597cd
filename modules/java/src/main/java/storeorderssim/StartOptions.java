package storeorderssim;

import java.nio.file.Path;

/**
 * What a simulator is started with, in a container or as a program.
 *
 * @param <S> the class that is started
 */
public interface StartOptions<S> {
    /**
     * Sets a variable of the simulator, as in docs/reference/settings.md.
     *
     * @param variable such as {@code SIM_MAX_ORDERS}
     * @param value its value
     * @return this
     */
    S withSetting(String variable, String value);

    /**
     * Returns the value of a variable of the simulator.
     *
     * @param variable such as {@code SIM_SEED}
     * @return null if it is not set
     */
    String setting(String variable);

    /**
     * Uses a scenario file of this machine for production and staging.
     *
     * @param file the file
     * @return this
     */
    S withScenarioFile(Path file);

    /**
     * Sets the initial state of production and staging to a scenario by name. Default: mixed.
     *
     * @param name the name
     * @return this
     */
    default S withScenario(String name) {
        return withSetting("SIM_SCENARIO", name);
    }

    /**
     * Sets the initial state of staging to another scenario.
     *
     * @param name the name
     * @return this
     */
    default S withStagingScenario(String name) {
        return withSetting("SIM_STAGING_SCENARIO", name);
    }

    /**
     * Sets the scenario to a YAML text.
     *
     * @param yaml such as {@code orders: [{ id: 1, status: pending }]}
     * @return this
     */
    default S withScenarioText(String yaml) {
        return withSetting("SIM_SCENARIO_INLINE", yaml);
    }

    /**
     * Sets the API keys of production. Default: test-api-key.
     *
     * @param keys at least one
     * @return this
     */
    default S withApiKey(String... keys) {
        return withSetting("SIM_API_KEY", String.join(",", keys));
    }

    /**
     * Sets the API keys of staging. Default: test-staging-key.
     *
     * @param keys at least one
     * @return this
     */
    default S withStagingApiKey(String... keys) {
        return withSetting("SIM_STAGING_API_KEY", String.join(",", keys));
    }

    /**
     * Sets the seed of everything random. Default: 1.
     *
     * @param seed the seed
     * @return this
     */
    default S withSeed(long seed) {
        return withSetting("SIM_SEED", Long.toString(seed));
    }

    /**
     * Sets the choices for all gaps of the specification. Default: least-promise.
     *
     * @param profile least-promise, typical or vary
     * @return this
     */
    default S withProfile(String profile) {
        return withSetting("SIM_PROFILE", profile);
    }

    /**
     * Sets the choice for one gap, which overrides the profile. Repeatable.
     *
     * @param key such as {@code conflict-body}
     * @param choice such as {@code error}
     * @return this
     */
    default S withGap(String key, String choice) {
        String before = setting("SIM_GAP");
        return withSetting("SIM_GAP", (before == null ? "" : before + ";") + key + "=" + choice);
    }

    /**
     * Sets the token of the control API, which is random by default.
     *
     * @param token 8 characters or more
     * @return this
     */
    default S withControlToken(String token) {
        return withSetting("SIM_CONTROL_TOKEN", token);
    }

    /**
     * The address of the service for processes of this machine.
     *
     * @return the address without /v1
     */
    String getServiceUrl();

    /**
     * The address of the control API.
     *
     * @return the address
     */
    String getControlUrl();

    /**
     * The base address of production.
     *
     * @return an address that ends in /v1
     */
    default String getBaseUrl() {
        return getServiceUrl() + "/v1";
    }

    /**
     * The base address of staging.
     *
     * @return an address that ends in /staging/v1
     */
    default String getStagingBaseUrl() {
        return getServiceUrl() + "/staging/v1";
    }

    /**
     * The base address of the quickstart.
     *
     * @return the address
     */
    default String getQuickstartUrl() {
        return getServiceUrl() + "/quickstart";
    }

    /**
     * The first API key of production.
     *
     * @return the key
     */
    default String getApiKey() {
        String keys = setting("SIM_API_KEY");
        return keys == null ? "test-api-key" : keys.split(",")[0];
    }

    /**
     * The first API key of staging.
     *
     * @return the key
     */
    default String getStagingApiKey() {
        String keys = setting("SIM_STAGING_API_KEY");
        return keys == null ? "test-staging-key" : keys.split(",")[0];
    }

    /**
     * The token of the control API.
     *
     * @return the token
     */
    default String getControlToken() {
        return setting("SIM_CONTROL_TOKEN");
    }

    /**
     * A client of the control API. The addresses of its environments are reachable from this machine.
     *
     * @return the client
     */
    default ControlClient getControl() {
        return controlFor(getServiceUrl());
    }

    /**
     * A client of the control API for a client under test that reaches the service at another address, such as {@code
     * http://store:4010} on a Docker network.
     *
     * @param serviceUrl the address without /v1
     * @return the client
     */
    default ControlClient controlFor(String serviceUrl) {
        return new ControlClient(getControlUrl(), getControlToken(), serviceUrl);
    }
}
