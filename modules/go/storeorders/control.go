package storeorders

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

type (
	// Settings are the fields of a request for an environment: scenario, gaps, profile, seed, apiKeys, ttl.
	Settings map[string]any
	// Scenario is an inline scenario.
	Scenario map[string]any
	// Fault is a fault as in docs/reference/faults.md: {"kind": "reset", "operation": "cancelOrder", "times": 1}.
	Fault map[string]any
	// Check is a statement about what the client did: {"check": "no-notes"}.
	Check map[string]any
	// Object is a JSON object of a response. Its numbers are json.Number, which keeps every digit.
	Object map[string]any
)

// ControlAPIError says that the control API refused a request. The message lists every problem.
type ControlAPIError struct {
	Status        int
	Code, Message string
}

func (err ControlAPIError) Error() string {
	return fmt.Sprintf("%d %s: %s", err.Status, err.Code, err.Message)
}

// ControlClient creates environments of a running simulator.
type ControlClient struct {
	// URL is the address of the control API.
	URL string

	token, serviceURL string
	client            http.Client
}

// NewControlClient returns a client. The service URL is the address of the service without /v1, as the client under test reaches
// it. It is needed only if the simulator does not know it: behind a mapped port, or on a Docker network; else it is empty.
func NewControlClient(url, token, serviceURL string) *ControlClient {
	return &ControlClient{
		URL:        strings.TrimRight(url, "/"),
		token:      token,
		serviceURL: strings.TrimSuffix(strings.TrimRight(serviceURL, "/"), "/v1"),
		// A wait takes at most 60 s. The simulator is near: no proxy.
		client: http.Client{Timeout: 70 * time.Second, Transport: &http.Transport{}},
	}
}

// NewEnvironment creates an environment with its own orders, keys, clock, faults, holds and journal. The end of the test deletes
// it; without that end it expires after an hour, unless "ttl" is set. If the test fails, its log shows what the client sent.
func (control *ControlClient) NewEnvironment(t testing.TB, settings Settings) *Environment {
	t.Helper()
	request := Settings{"ttl": "1h"}
	maps.Copy(request, settings)
	environment := &Environment{Name: "test-" + randomHex(), control: control, t: t}
	var created struct {
		Path, BaseURL, BaseURLHint string
		APIKeys                    []string
		Handles                    map[string]int64
	}
	environment.call("PUT", "", nil, request, &created)
	t.Cleanup(environment.end)
	environment.BaseURL = created.BaseURL
	if control.serviceURL != "" {
		environment.BaseURL = control.serviceURL + created.Path
	}
	if environment.BaseURL == "" {
		t.Fatalf("the base address of %s is unknown; set the service URL of the ControlClient (STORE_ORDERS_BASE_URL): %s",
			environment.Name, created.BaseURLHint)
	}
	environment.APIKey, environment.APIKeys = created.APIKeys[0], created.APIKeys
	environment.Handles = created.Handles
	return environment
}

// Ready reports whether every socket of the simulator listens.
func (control *ControlClient) Ready() bool {
	var probe struct{ Status string }
	return control.call("GET", "/readyz", nil, &probe) == nil && probe.Status == "ready"
}

// Record returns the record of a run of `matrix`, one JSON object on each line.
func (control *ControlClient) Record() (string, error) {
	text, err := control.send("GET", "/record", nil)
	return string(text), err
}

func (control *ControlClient) call(method, target string, body, into any) error {
	text, err := control.send(method, target, body)
	if err != nil || into == nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(into)
}

func (control *ControlClient) send(method, target string, body any) ([]byte, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, control.URL+target, content)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+control.token)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := control.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("the control API cannot be reached at %s (%w): is the simulator running?", control.URL, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= 300 {
		err = control.refusal(text, response.StatusCode)
	}
	return text, err
}

func (control *ControlClient) refusal(text []byte, status int) error {
	refusal := ControlAPIError{Status: status}
	if json.Unmarshal(text, &refusal) != nil || refusal.Code == "" {
		return fmt.Errorf("%s responded with %d and without an Error body: it is not the control API", control.URL, status)
	}
	return refusal
}

func query(values map[string]any) string {
	search := url.Values{}
	for name, value := range values {
		if value != "" {
			search.Set(name, fmt.Sprint(value))
		}
	}
	if len(search) == 0 {
		return ""
	}
	return "?" + search.Encode()
}

func randomHex() string {
	random := make([]byte, 16)
	_, _ = rand.Read(random) // It never fails.
	return hex.EncodeToString(random)
}
