package storeorders

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/testcontainers/testcontainers-go"
)

// Option is a start option, for Run and RunProcess.
type Option = testcontainers.CustomizeRequestOption

// WithScenario sets the initial state of production and staging to a scenario by name. Default: mixed.
func WithScenario(name string) Option { return withVariable("SIM_SCENARIO", name) }

// WithStagingScenario sets the initial state of staging to another scenario.
func WithStagingScenario(name string) Option { return withVariable("SIM_STAGING_SCENARIO", name) }

// WithScenarioText sets the scenario to a YAML text such as "orders: [{ id: 1, status: pending }]".
func WithScenarioText(yaml string) Option { return withVariable("SIM_SCENARIO_INLINE", yaml) }

// WithScenarioFile uses a scenario file of this machine for production and staging.
func WithScenarioFile(path string) Option {
	return func(request *testcontainers.GenericContainerRequest) error {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			return fmt.Errorf("%s is not a file: expected the path of a scenario file", path)
		}
		target := "/scenarios/" + filepath.Base(path)
		file := testcontainers.ContainerFile{HostFilePath: path, ContainerFilePath: target, FileMode: 0o444}
		request.Files = append(request.Files, file)
		return WithScenario(target)(request)
	}
}

// WithAPIKey sets the API keys of production. Default: test-api-key.
func WithAPIKey(keys ...string) Option { return withVariable(apiKeys, strings.Join(keys, ",")) }

// WithStagingAPIKey sets the API keys of staging. Default: test-staging-key.
func WithStagingAPIKey(keys ...string) Option {
	return withVariable(stagingAPIKeys, strings.Join(keys, ","))
}

// WithSeed sets the seed of everything random. Default: 1.
func WithSeed(seed int64) Option { return withVariable("SIM_SEED", strconv.FormatInt(seed, 10)) }

// WithProfile sets the choices for all gaps of the specification: least-promise (the default), typical or vary.
func WithProfile(profile string) Option { return withVariable("SIM_PROFILE", profile) }

// WithGap sets the choice for one gap, which overrides the profile. Repeatable.
func WithGap(key, choice string) Option {
	return func(request *testcontainers.GenericContainerRequest) error {
		gap := key + "=" + choice
		if before := request.Env["SIM_GAP"]; before != "" {
			gap = before + ";" + gap
		}
		return withVariable("SIM_GAP", gap)(request)
	}
}

// WithControlToken sets the token of the control API, which is random by default.
func WithControlToken(token string) Option { return withVariable(controlToken, token) }

const (
	apiKeys        = "SIM_API_KEY"
	stagingAPIKeys = "SIM_STAGING_API_KEY"
	controlToken   = "SIM_CONTROL_TOKEN"
)

func withVariable(name, value string) Option {
	return testcontainers.WithEnv(map[string]string{name: value})
}

func withDefault(name, value string) Option {
	return func(request *testcontainers.GenericContainerRequest) error {
		if request.Env[name] != "" {
			return nil
		}
		return withVariable(name, value)(request)
	}
}

// defaults are applied after the options of the user.
var defaults = []Option{
	withDefault(apiKeys, "test-api-key"),
	withDefault(stagingAPIKeys, "test-staging-key"),
	func(request *testcontainers.GenericContainerRequest) error {
		return withDefault(controlToken, randomHex())(request)
	},
}

// Endpoints are the addresses and keys of what was started.
type Endpoints struct {
	// ServiceURL is the address of the service, without /v1, for processes of this machine.
	ServiceURL string
	// ControlURL is the address of the control API.
	ControlURL string
	// BaseURL is the base address of production.
	BaseURL string
	// StagingBaseURL is the base address of staging.
	StagingBaseURL string
	// APIKey is the first API key of production.
	APIKey string
	// StagingAPIKey is the first API key of staging.
	StagingAPIKey string
	// ControlToken is the token of the control API.
	ControlToken string
	// Control is a client of the control API. The addresses of its environments are reachable from this machine.
	Control *ControlClient
}

func newEndpoints(serviceURL, controlURL string, variables map[string]string) Endpoints {
	first := func(name string) string { return strings.Split(variables[name], ",")[0] }
	return Endpoints{
		ServiceURL:     serviceURL,
		ControlURL:     controlURL,
		BaseURL:        serviceURL + "/v1",
		StagingBaseURL: serviceURL + "/staging/v1",
		APIKey:         first(apiKeys),
		StagingAPIKey:  first(stagingAPIKeys),
		ControlToken:   variables[controlToken],
		Control:        NewControlClient(controlURL, variables[controlToken], serviceURL),
	}
}

// ControlFor returns a client of the control API for a client under test that reaches the service at another address, such as
// http://store:4010 on a Docker network.
func (at Endpoints) ControlFor(serviceURL string) *ControlClient {
	return NewControlClient(at.ControlURL, at.ControlToken, serviceURL)
}

// endOfLog returns the last lines of a log, indented.
func endOfLog(log string) string {
	lines := strings.Split(strings.TrimRight(log, "\n"), "\n")
	return "; the end of its log:\n  " + strings.Join(lines[max(0, len(lines)-20):], "\n  ")
}
