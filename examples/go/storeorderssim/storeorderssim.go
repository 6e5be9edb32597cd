// Package storeorderssim is a test helper for store-orders-sim: one environment per test, over the control API.
//
//	environment := storeorderssim.New(t).Environment(t, storeorderssim.Settings{"scenario": "pending"})
//	store := orders.New(environment.BaseURL, environment.APIKey)
//	...
//	environment.Verify(storeorderssim.Check{"check": "no-notes"})
//
// Settings, faults, checks and scenarios have the fields of docs/reference/control-api.md, docs/reference/faults.md and docs/reference/scenarios.md.
// Every method fails the test if the simulator refuses the request.
package storeorderssim

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

type (
	// Settings are the fields of a request for an environment: scenario, gaps, profile, seed, apiKeys, ttlSeconds.
	Settings map[string]any
	// Scenario is an inline scenario.
	Scenario map[string]any
	// Fault is a fault: {"kind": "reset", "operation": "cancelOrder", "when": "after-commit", "times": 1}.
	Fault map[string]any
	// Check is a statement about what the client did: {"check": "no-notes"}.
	Check map[string]any
	// Object is a JSON object of a response. Its numbers are json.Number, which keeps every digit.
	Object map[string]any
)

// Sim is a running simulator.
type Sim struct {
	// ControlURL is the address of the control API.
	ControlURL string
	// Token is the control token.
	Token string
	// ServiceURL is the address of the service, without /v1. If it is empty, the simulator names it.
	ServiceURL string

	client http.Client
}

// New returns the simulator of the environment variables that README.md lists.
func New(t testing.TB) *Sim {
	t.Helper()
	url := os.Getenv("STORE_ORDERS_CONTROL_URL")
	if url == "" {
		url = "http://localhost:4011"
	}
	token := os.Getenv("STORE_ORDERS_CONTROL_TOKEN")
	if token == "" {
		t.Fatal("STORE_ORDERS_CONTROL_TOKEN is not set: use the SIM_CONTROL_TOKEN of the simulator")
	}
	return &Sim{ControlURL: url, Token: token, ServiceURL: os.Getenv("STORE_ORDERS_URL")}
}

// Environment creates an environment with its own orders, key, clock, faults and journal. The end of the test deletes it.
func (sim *Sim) Environment(t testing.TB, settings Settings) *Environment {
	t.Helper()
	request := Settings{"ttlSeconds": 3600}
	for name, value := range settings {
		request[name] = value
	}
	environment := &Environment{sim: sim, t: t, Name: fmt.Sprintf("test-%x", randomBytes(t))}
	var created struct {
		Path    string
		BaseURL string
		APIKeys []string
		Handles map[string]int64
	}
	environment.call("PUT /environments/{environment}", nil, nil, request, &created)
	t.Cleanup(environment.delete)
	environment.BaseURL = sim.baseURL(created.Path, created.BaseURL)
	environment.APIKey = created.APIKeys[0]
	environment.Handles = created.Handles
	return environment
}

// baseURL returns the address of an environment. The simulator does not know mapped ports; ServiceURL does.
func (sim *Sim) baseURL(path, named string) string {
	if sim.ServiceURL == "" {
		return named
	}
	return strings.TrimRight(sim.ServiceURL, "/") + path
}

// Environment is one environment of the simulator.
type Environment struct {
	Name    string
	BaseURL string
	APIKey  string
	// Handles are the order ids of the scenario by name.
	Handles map[string]int64

	sim *Sim
	t   testing.TB
}

// Handle returns the order id of a handle. Fails the test if there is no such handle.
func (environment *Environment) Handle(name string) int64 {
	environment.t.Helper()
	id, known := environment.Handles[name]
	if !known {
		environment.t.Fatalf("no handle %q in %v", name, environment.Handles)
	}
	return id
}

func (environment *Environment) delete() {
	environment.call("DELETE /environments/{environment}", nil, nil, nil, nil)
}

// Load replaces the state by a scenario: a name, or a Scenario. It updates Handles.
func (environment *Environment) Load(scenario any) {
	environment.t.Helper()
	var loaded struct{ Handles map[string]int64 }
	environment.call("PUT /environments/{environment}/scenario", nil, nil, Object{"scenario": scenario}, &loaded)
	environment.Handles = loaded.Handles
}

// Reset resets orders, keys, clock, gap choices, faults, holds and journal to the scenario.
func (environment *Environment) Reset() {
	environment.t.Helper()
	environment.call("POST /environments/{environment}/reset", nil, nil, nil, nil)
}

// SetGaps replaces the gap choices that override the profile.
func (environment *Environment) SetGaps(gaps map[string]string) {
	environment.t.Helper()
	environment.call("PUT /environments/{environment}/profile", nil, nil, Object{"gaps": gaps}, nil)
}

// AddFault adds a fault and returns its id.
func (environment *Environment) AddFault(fault Fault) string {
	environment.t.Helper()
	var added struct{ ID string }
	environment.call("POST /environments/{environment}/faults", nil, nil, fault, &added)
	return added.ID
}

// ClearFaults deletes all faults.
func (environment *Environment) ClearFaults() {
	environment.t.Helper()
	environment.call("DELETE /environments/{environment}/faults", nil, nil, nil, nil)
}

// Order returns an order, by id or handle, with its "status": pending, shipped or cancelled.
func (environment *Environment) Order(order any) Object {
	environment.t.Helper()
	var found Object
	environment.call("GET /environments/{environment}/orders/{order}", path{"order": order}, nil, nil, &found)
	return found
}

// PutOrder places or replaces an order.
func (environment *Environment) PutOrder(id int64, fields Object) {
	environment.t.Helper()
	environment.call("PUT /environments/{environment}/orders/{order}", path{"order": id}, nil, fields, nil)
}

// Ship ships a pending order, by id or handle.
func (environment *Environment) Ship(order any) {
	environment.t.Helper()
	environment.call("POST /environments/{environment}/orders/{order}/ship", path{"order": order}, nil, nil, nil)
}

// FreezeClock stops the clock of the environment.
func (environment *Environment) FreezeClock() {
	environment.t.Helper()
	environment.call("PATCH /environments/{environment}/clock", nil, nil, Object{"frozen": true}, nil)
}

// AdvanceClock advances the clock and returns the orders that shipped by it.
func (environment *Environment) AdvanceClock(by time.Duration) []int64 {
	environment.t.Helper()
	var change struct{ Shipped []int64 }
	advance := Object{"advance": milliseconds(by)}
	environment.call("PATCH /environments/{environment}/clock", nil, nil, advance, &change)
	return change.Shipped
}

// OpenHold stops cancels of an order at their commit, to force a race.
func (environment *Environment) OpenHold(hold string, orderID int64) {
	environment.t.Helper()
	opened := Object{"id": hold, "orderId": orderID}
	environment.call("POST /environments/{environment}/gates", nil, nil, opened, nil)
}

// WaitAtHold waits until a number of cancels wait at a hold. Fails the test otherwise.
func (environment *Environment) WaitAtHold(hold string, count int, timeout time.Duration) {
	environment.t.Helper()
	var wait struct{ Reached bool }
	enough := query{"waiting": count, "timeout": milliseconds(timeout)}
	environment.call("GET /environments/{environment}/gates/{gate}", path{"gate": hold}, enough, nil, &wait)
	if !wait.Reached {
		environment.t.Fatalf("fewer than %d cancels waited at the hold %s within %s", count, hold, timeout)
	}
}

// CloseHold releases all waiting cancels and closes the hold.
func (environment *Environment) CloseHold(hold string) {
	environment.t.Helper()
	environment.call("DELETE /environments/{environment}/gates/{gate}", path{"gate": hold}, nil, nil, nil)
}

// Journal returns what the client sent and received in an operation, newest first, up to 100 exchanges.
func (environment *Environment) Journal(operation string) []Object {
	environment.t.Helper()
	var page struct{ Exchanges []Object }
	of := query{"operation": operation}
	environment.call("GET /environments/{environment}/journal", nil, of, nil, &page)
	return page.Exchanges
}

// WaitFor waits until a number of exchanges of an operation have ended. Fails the test otherwise.
func (environment *Environment) WaitFor(operation string, count int, timeout time.Duration) []Object {
	environment.t.Helper()
	var wait struct {
		Reached   bool
		Count     int
		Exchanges []Object
	}
	of := query{"operation": operation, "count": count, "timeout": milliseconds(timeout)}
	environment.call("GET /environments/{environment}/journal/wait", nil, of, nil, &wait)
	if !wait.Reached {
		environment.t.Fatalf("%d of %d exchanges of %s within %s", wait.Count, count, operation, timeout)
	}
	return wait.Exchanges
}

// Verify checks statements about what the client did. Fails the test with those that are false.
func (environment *Environment) Verify(checks ...Check) {
	environment.t.Helper()
	var result struct {
		Checks []struct {
			Check, Seen string
			Passed      bool
		}
	}
	environment.call("POST /environments/{environment}/journal/verify", nil, nil, Object{"checks": checks}, &result)
	for _, one := range result.Checks {
		if !one.Passed {
			environment.t.Errorf("%s: %s", one.Check, one.Seen)
		}
	}
}
