package storeorders

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// bare removes every variable and every program from PATH for a test.
func bare(t *testing.T) {
	t.Helper()
	for _, name := range []string{"CONTROL_URL", "CONTROL_TOKEN", "URL", "SIM_BIN", "SIM_IMAGE"} {
		t.Setenv("STORE_ORDERS_"+name, "")
	}
	t.Setenv("PATH", "/nowhere")
}

func script(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "store-orders-sim")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

func expectStart(t *testing.T, message string) {
	t.Helper()
	if _, _, err := Start(t.Context()); err == nil || !strings.HasPrefix(err.Error(), message) {
		t.Errorf("the start failed with %v, not with %q", err, message)
	}
}

func TestWithoutDockerTheErrorNamesTheWaysWithoutIt(t *testing.T) {
	// In a process of its own, because Testcontainers finds the engine once in a process.
	if os.Getenv("ALONE") == "" {
		command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		command.Env = []string{
			// Testcontainers also looks at /var/run/docker.sock, but has no client without the certificates.
			"ALONE=1", "DOCKER_TLS_VERIFY=1", "DOCKER_CERT_PATH=/nowhere", "HOME=" + t.TempDir(),
			"STORE_ORDERS_CONTROL_URL=http://127.0.0.1:9", "STORE_ORDERS_CONTROL_TOKEN=of-a-simulator-that-is-not-needed",
		}
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("%s", output)
		}
		return
	}
	bare(t)
	_, _, err := Start(t.Context())
	if err == nil || !strings.HasPrefix(err.Error(), "Docker cannot be reached (") ||
		!strings.HasSuffix(err.Error(), "). "+cases.WithoutDocker) {
		t.Errorf("the start failed with %v", err)
	}
}

func TestTheAddressOfARunningSimulatorComesFirst(t *testing.T) {
	bare(t)
	t.Setenv("STORE_ORDERS_SIM_BIN", "/nowhere/sim")
	t.Setenv("STORE_ORDERS_CONTROL_URL", "http://127.0.0.1:9/")
	expectStart(t, "STORE_ORDERS_CONTROL_TOKEN is not set")
	t.Setenv("STORE_ORDERS_CONTROL_TOKEN", "a-token-of-the-test")
	control, _, err := Start(t.Context())
	if err != nil || control.URL != "http://127.0.0.1:9" || control.Ready() {
		t.Errorf("started %v, %v", control, err)
	}
	_, err = control.Record()
	if err == nil || !strings.HasPrefix(err.Error(), "the control API cannot be reached at http://127.0.0.1:9 (") {
		t.Errorf("a request failed with %v", err)
	}
}

func TestAProgramThatIsMissingIsNamed(t *testing.T) {
	bare(t)
	t.Setenv("STORE_ORDERS_SIM_BIN", "/nowhere/sim")
	expectStart(t, "/nowhere/sim is not a program: set STORE_ORDERS_SIM_BIN to the path of store-orders-sim")
}

func TestAProgramOnPathIsStarted(t *testing.T) {
	bare(t)
	t.Setenv("PATH", filepath.Dir(script(t, "echo 'not a scenario' >&2; exit 2")))
	expectStart(t, "store-orders-sim exited with exit code 2 before it was ready; the end of its log:\n  not a scenario")
}

func TestAStartThatTakesTooLongEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := RunProcess(ctx, script(t, "exec /bin/sleep 60"))
	if err == nil || !strings.HasPrefix(err.Error(), "store-orders-sim was not ready: context deadline exceeded") {
		t.Errorf("the start failed with %v", err)
	}
}

func TestTheOptionsReachTheProgramAndOnlyARunOfTheMatrixIsInherited(t *testing.T) {
	t.Setenv("SIM_SCENARIO_INLINE", "orders: []")
	t.Setenv("SIM_CELL", `{"gaps":{}}`)
	t.Setenv("SIM_RECORD", "/nowhere/record")
	scenario := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(scenario, []byte("orders: []"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := RunProcess(t.Context(), script(t, "/usr/bin/env | /bin/grep ^SIM_; exit 1"),
		WithStagingScenario("empty"), WithScenarioFile(scenario), WithAPIKey("key-a", "key-b"), WithStagingAPIKey("key-c"),
		WithSeed(42), WithProfile("typical"), WithGap("conflict-body", "text"), WithGap("list-order", "by-id"),
		WithControlToken("a-token-of-the-test"))
	_, log, _ := strings.Cut(err.Error(), "the end of its log:\n")
	given := strings.Split(strings.ReplaceAll(log, "  ", ""), "\n")
	slices.Sort(given)
	expected := []string{
		"SIM_API_KEY=key-a,key-b", `SIM_CELL={"gaps":{}}`, "SIM_CONTROL_HOST=127.0.0.1", "SIM_CONTROL_PORT=0",
		"SIM_CONTROL_TOKEN=a-token-of-the-test", "SIM_GAP=conflict-body=text;list-order=by-id", "SIM_HOST=127.0.0.1",
		"SIM_PORT=0", "SIM_PROFILE=typical", "SIM_RECORD=/nowhere/record", "SIM_SCENARIO=" + scenario, "SIM_SEED=42",
		"SIM_STAGING_API_KEY=key-c", "SIM_STAGING_SCENARIO=empty",
	}
	if !slices.Equal(given, expected) {
		t.Errorf("the program got %q", given)
	}
}

func TestTheDefaultImageIsThatOfTheRelease(t *testing.T) {
	for source, expected := range map[string]string{
		"/go/pkg/mod/github.com/!fork-!for-!a-!test/its-name/modules/go@v1.2.3/storeorders/container.go": "ghcr.io/fork-for-a-test/its-name:1.2.3",
		"github.com/Fork-For-A-Test/its-name/modules/go@v1.2.3-rc.1/storeorders/container.go":            "ghcr.io/fork-for-a-test/its-name:1.2.3-rc.1",
		"/go/pkg/mod/github.com/a/b/modules/go@v0.0.0-20260101000000-abcdefabcdef/storeorders/c.go":      "store-orders-sim",
		"/home/me/store-orders-sim/modules/go/storeorders/container.go":                                  "store-orders-sim",
	} {
		if image := imageFor(source); image != expected {
			t.Errorf("%s has the image %s", source, image)
		}
	}
	if DefaultImage != "store-orders-sim" {
		t.Errorf("in a clone the image is %s", DefaultImage)
	}
}

func TestAScenarioFileThatIsMissingIsNamed(t *testing.T) {
	_, err := RunProcess(t.Context(), script(t, "exit 0"), WithScenarioFile("nowhere.yaml"))
	if err == nil || !strings.HasPrefix(err.Error(), "nowhere.yaml is not a file") {
		t.Errorf("the start failed with %v", err)
	}
}

func TestATestWithoutMainIsToldToCallIt(t *testing.T) {
	before := shared
	shared = nil
	defer func() { shared = before }()
	failing := &failing{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		New(failing, "pending")
	}()
	<-done
	if !strings.HasPrefix(failing.message, "no simulator: add func TestMain(") {
		t.Errorf("failed with %q", failing.message)
	}
}

func TestAnEnvironmentEndsWithItsTestAndAFailureShowsTheRequests(t *testing.T) {
	var log string
	var orders *Environment
	t.Run("a test", func(t *testing.T) {
		orders = shared.NewEnvironment(&failed{TB: t, log: &log}, Settings{"scenario": "pending", "apiKeys": []string{"key-of-the-test"}})
		send(orders.BaseURL, orders.APIKey, "DELETE", "/48210013")
	})
	expected := "requests in " + orders.Name + ":\n  DELETE /" + orders.Name + "/v1/store/orders/48210013 -> 204"
	if orders.APIKey != "key-of-the-test" || log != expected {
		t.Errorf("the key is %s, the log %q", orders.APIKey, log)
	}
	if err := shared.call("GET", orders.path(""), nil, nil); err == nil || !strings.Contains(err.Error(), "environment_not_found") {
		t.Errorf("the environment is there: %v", err)
	}
}

// failed is a test that has failed.
type failed struct {
	testing.TB
	log *string
}

func (test *failed) Failed() bool { return true }

func (test *failed) Logf(format string, args ...any) { *test.log = fmt.Sprintf(format, args...) }
