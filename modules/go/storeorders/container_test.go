//go:build containers

package storeorders

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/exec"
	"github.com/testcontainers/testcontainers-go/network"
)

func start(t *testing.T, options ...testcontainers.ContainerCustomizer) *Container {
	t.Helper()
	store, err := Run(t.Context(), variable("STORE_ORDERS_SIM_IMAGE", DefaultImage), options...)
	testcontainers.CleanupContainer(t, store)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestContainerStartsWithAllOptions(t *testing.T) {
	store := start(t, WithScenario("shipped"), WithStagingScenario("empty"), WithAPIKey("key-a", "key-b"),
		WithStagingAPIKey("key-c"), WithSeed(42), WithProfile("typical"), WithGap("conflict-body", "text"),
		WithControlToken("a-token-of-the-test"))
	if _, listed := send(store.BaseURL, "key-b", "GET", ""); store.APIKey != "key-a" || !strings.Contains(listed, "48190577") {
		t.Errorf("production lists %s", listed)
	}
	if _, listed := send(store.StagingBaseURL, store.StagingAPIKey, "GET", ""); listed != "[]" {
		t.Errorf("staging lists %s", listed)
	}
	var profile struct{ Answers map[string]string }
	if err := store.Control.call("GET", "/environments/production/profile", nil, &profile); err != nil ||
		profile.Answers["conflict-body"] != "text" {
		t.Errorf("the profile is %v, %v", profile, err)
	}
}

func TestContainerStartsWithAScenarioFile(t *testing.T) {
	store := start(t, WithScenarioFile(file(t, "orders: [{ id: 9007199254740993 }]\n")))
	if _, listed := send(store.BaseURL, store.APIKey, "GET", ""); !strings.Contains(listed, "9007199254740993") {
		t.Errorf("production lists %s", listed)
	}
}

func TestContainerThatFailsShowsTheEndOfTheLogAndIsRemoved(t *testing.T) {
	scenario := file(t, "orders:\n  - { id: 1, quantty: 2 }\n")
	// A container that is left would keep its name from the second.
	for range 2 {
		store, err := Run(t.Context(), variable("STORE_ORDERS_SIM_IMAGE", DefaultImage), WithScenarioFile(scenario),
			testcontainers.WithName("store-orders-that-fails"))
		if store != nil || err == nil || !strings.Contains(err.Error(), "container exited with code 2") ||
			!strings.Contains(err.Error(), "; the end of its log:\n") ||
			!strings.Contains(err.Error(), "/scenarios/mine.yaml:2:14 ") {
			t.Errorf("the start failed with %v", err)
		}
	}
}

func TestContainerIsReusedByItsName(t *testing.T) {
	options := []testcontainers.ContainerCustomizer{
		testcontainers.WithReuseByName("store-orders-reused"), WithControlToken("a-token-of-the-test"),
	}
	first, second := start(t, options...), start(t, options...)
	if first.GetContainerID() != second.GetContainerID() || !second.Control.Ready() {
		t.Errorf("%s and %s were started", first.GetContainerID(), second.GetContainerID())
	}
}

func TestAnotherContainerOfTheNetworkReachesAnEnvironmentByTheServiceURL(t *testing.T) {
	joined, err := network.New(t.Context())
	testcontainers.CleanupNetwork(t, joined)
	if err != nil {
		t.Fatal(err)
	}
	store := start(t, network.WithNetwork([]string{"store"}, joined))
	orders := store.ControlFor("http://store:4010").NewEnvironment(t, Settings{"scenario": "empty"})
	if orders.BaseURL != "http://store:4010/"+orders.Name+"/v1" {
		t.Errorf("the base address is %s", orders.BaseURL)
	}
	script := "fetch('" + orders.BaseURL + "/store/orders', { headers: { Authorization: 'Bearer " + orders.APIKey +
		"' } }).then((one) => one.text()).then((text) => process.exit(text === '[]' ? 0 : 1))"
	if code, _, err := store.Exec(t.Context(), []string{"node", "-e", script}, exec.Multiplexed()); err != nil || code != 0 {
		t.Errorf("the request in the container ended with %d, %v", code, err)
	}
}

func TestARunOfTheMatrixReachesTheContainerAndItsRecordTheFile(t *testing.T) {
	record := filepath.Join(t.TempDir(), "record.jsonl")
	t.Setenv("SIM_CELL", `{"gaps":{"cancelled-in-list":"remove"}}`)
	t.Setenv("SIM_RECORD", record)
	t.Run("a test", func(t *testing.T) {
		orders := start(t).Control.NewEnvironment(t, Settings{"scenario": "pending"})
		send(orders.BaseURL, orders.APIKey, "DELETE", fmt.Sprintf("/%d", orders.Handle("pending")))
		if _, listed := send(orders.BaseURL, orders.APIKey, "GET", ""); listed != "[]" {
			t.Errorf("the list is %s", listed)
		}
	})
	if text, err := os.ReadFile(record); err != nil || strings.Count(string(text), "\n") < 2 {
		t.Errorf("the record is %s, %v", text, err)
	}
}
