package storeorders

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// Environment is one environment of the simulator. A method that the simulator refuses ends the test with t.Fatal. An order is
// an id (int64) or the handle of one (string).
type Environment struct {
	Name string
	// BaseURL is the base address of the service in this environment. It ends in /v1.
	BaseURL string
	// APIKey is the first of APIKeys.
	APIKey  string
	APIKeys []string
	// Handles are the order ids of the scenario by name.
	Handles map[string]int64

	control *ControlClient
	t       testing.TB
}

// Handle returns the order id of a handle of the scenario. Ends the test if there is no such handle.
func (environment *Environment) Handle(name string) int64 {
	environment.t.Helper()
	id, known := environment.Handles[name]
	if !known {
		handles := slices.Sorted(maps.Keys(environment.Handles))
		environment.t.Fatalf("no handle %q in %s: %s", name, environment.Name, strings.Join(handles, ", "))
	}
	return id
}

// Load replaces the state by a scenario: a name, or a Scenario. It updates Handles.
func (environment *Environment) Load(scenario any) {
	environment.t.Helper()
	var loaded struct{ Handles map[string]int64 }
	environment.call("PUT", "/scenario", nil, Object{"scenario": scenario}, &loaded)
	environment.Handles = loaded.Handles
}

// Reset resets orders, keys, clock, gap choices, faults, holds and journal to the scenario.
func (environment *Environment) Reset() {
	environment.t.Helper()
	environment.call("POST", "/reset", nil, nil, nil)
}

// SetGaps replaces the gap choices that override the profile.
func (environment *Environment) SetGaps(gaps map[string]string) {
	environment.t.Helper()
	environment.call("PUT", "/profile", nil, Object{"gaps": gaps}, nil)
}

// Order returns an order with its "status": pending, shipped or cancelled.
func (environment *Environment) Order(order any) Object {
	environment.t.Helper()
	var found Object
	environment.call("GET", "/orders/"+segment(order), nil, nil, &found)
	return found
}

// Orders returns the orders with a status, or every order if it is empty.
func (environment *Environment) Orders(status string) []Object {
	environment.t.Helper()
	var found struct{ Orders []Object }
	environment.call("GET", "/orders", Object{"status": status}, nil, &found)
	return found.Orders
}

// PutOrder places or replaces an order.
func (environment *Environment) PutOrder(order any, fields Object) {
	environment.t.Helper()
	environment.call("PUT", "/orders/"+segment(order), nil, fields, nil)
}

// DeleteOrder deletes an order without cancelling it.
func (environment *Environment) DeleteOrder(order any) {
	environment.t.Helper()
	environment.call("DELETE", "/orders/"+segment(order), nil, nil, nil)
}

// Ship ships a pending order.
func (environment *Environment) Ship(order any) {
	environment.t.Helper()
	environment.call("POST", "/orders/"+segment(order)+"/ship", nil, nil, nil)
}

// AddFault adds a fault and returns its id.
func (environment *Environment) AddFault(fault Fault) string {
	environment.t.Helper()
	var added struct{ ID string }
	environment.call("POST", "/faults", nil, fault, &added)
	return added.ID
}

// Faults returns the faults. "fired" is how often each fired.
func (environment *Environment) Faults() []Object {
	environment.t.Helper()
	var found struct{ Faults []Object }
	environment.call("GET", "/faults", nil, nil, &found)
	return found.Faults
}

// ClearFaults deletes all faults.
func (environment *Environment) ClearFaults() {
	environment.t.Helper()
	environment.call("DELETE", "/faults", nil, nil, nil)
}

// AddKey adds an API key and returns its id.
func (environment *Environment) AddKey(key string) string {
	environment.t.Helper()
	return environment.addKey(Object{"key": key})
}

// AddExpiringKey adds an API key that expires, on the clock of the environment, and returns its id.
func (environment *Environment) AddExpiringKey(key string, expiresIn time.Duration) string {
	environment.t.Helper()
	return environment.addKey(Object{"key": key, "expiresIn": milliseconds(expiresIn)})
}

func (environment *Environment) addKey(key Object) string {
	environment.t.Helper()
	var added struct{ ID string }
	environment.call("POST", "/keys", nil, key, &added)
	return added.ID
}

// RevokeKey revokes an API key by its id. The first key of an environment is "key-1".
func (environment *Environment) RevokeKey(id string) {
	environment.t.Helper()
	environment.call("DELETE", "/keys/"+segment(id), nil, nil, nil)
}

// FreezeClock stops the clock of the environment.
func (environment *Environment) FreezeClock() {
	environment.t.Helper()
	environment.changeClock(Object{"frozen": true})
}

// SetClock sets the clock and returns the orders that shipped by it.
func (environment *Environment) SetClock(to time.Time) []int64 {
	environment.t.Helper()
	return environment.changeClock(Object{"set": to.Format(time.RFC3339Nano)})
}

// AdvanceClock advances the clock and returns the orders that shipped by it.
func (environment *Environment) AdvanceClock(by time.Duration) []int64 {
	environment.t.Helper()
	return environment.changeClock(Object{"advance": milliseconds(by)})
}

func (environment *Environment) changeClock(change Object) []int64 {
	environment.t.Helper()
	var changed struct{ Shipped []int64 }
	environment.call("PATCH", "/clock", nil, change, &changed)
	return changed.Shipped
}

// OpenHold stops the cancels of some orders at their commit, or all if there is none, to force a race.
func (environment *Environment) OpenHold(hold string, orderID ...int64) {
	environment.t.Helper()
	if len(orderID) > 1 {
		environment.t.Fatalf("the hold %s is for %d orders: expected one, or none for all", hold, len(orderID))
	}
	opened := Object{"id": hold}
	for _, id := range orderID {
		opened["orderId"] = id
	}
	environment.call("POST", "/gates", nil, opened, nil)
}

// WaitAtHold waits until a number of cancels wait at a hold, for at most a minute. Ends the test otherwise.
func (environment *Environment) WaitAtHold(hold string, count int, timeout time.Duration) {
	environment.t.Helper()
	var waited struct{ Reached bool }
	enough := Object{"waiting": count, "timeout": milliseconds(timeout)}
	environment.call("GET", "/gates/"+segment(hold), enough, nil, &waited)
	if !waited.Reached {
		environment.t.Fatalf("fewer than %d cancels waited at the hold %s within %s", count, hold, timeout)
	}
}

// CloseHold releases all waiting cancels and closes the hold.
func (environment *Environment) CloseHold(hold string) {
	environment.t.Helper()
	environment.call("DELETE", "/gates/"+segment(hold), nil, nil, nil)
}

// Journal returns what the client sent and received in an operation, or in all if it is empty: up to 100 exchanges, newest
// first.
func (environment *Environment) Journal(operation string) []Object {
	environment.t.Helper()
	var page struct{ Exchanges []Object }
	environment.call("GET", "/journal", Object{"operation": operation}, nil, &page)
	return page.Exchanges
}

// WaitFor waits until a number of exchanges of an operation have ended, for at most a minute. Ends the test otherwise.
func (environment *Environment) WaitFor(operation string, count int, timeout time.Duration) []Object {
	environment.t.Helper()
	var waited struct {
		Reached   bool
		Count     int
		Exchanges []Object
	}
	enough := Object{"operation": operation, "count": count, "timeout": milliseconds(timeout)}
	environment.call("GET", "/journal/wait", enough, nil, &waited)
	if !waited.Reached {
		environment.t.Fatalf("%d of %d exchanges of %s within %s", waited.Count, count, operation, timeout)
	}
	return waited.Exchanges
}

// Verify checks statements about what the client did. Reports with t.Errorf what the journal shows for those that fail.
func (environment *Environment) Verify(checks ...Check) {
	environment.t.Helper()
	var result struct {
		Checks []struct {
			Check, Seen string
			Passed      bool
		}
	}
	environment.call("POST", "/journal/verify", nil, Object{"checks": checks}, &result)
	for _, one := range result.Checks {
		if !one.Passed {
			environment.t.Errorf("%s: %s", one.Check, one.Seen)
		}
	}
}

// Coverage returns what the tests met in the environment ("outcomes", "ids"), and the "holes".
func (environment *Environment) Coverage() Object {
	environment.t.Helper()
	var coverage Object
	environment.call("GET", "/coverage", nil, nil, &coverage)
	return coverage
}

// end shows what the client of a failed test sent, and deletes the environment.
func (environment *Environment) end() {
	if environment.t.Failed() {
		environment.t.Logf("requests in %s:%s", environment.Name, environment.requests())
	}
	var refusal ControlAPIError
	err := environment.control.call("DELETE", environment.path(""), nil, nil)
	if err != nil && !(errors.As(err, &refusal) && refusal.Code == "environment_not_found") {
		environment.t.Errorf("%s is not deleted: %v", environment.Name, err)
	}
}

func (environment *Environment) requests() string {
	var page struct {
		Exchanges []struct {
			Method, Path, End string
			Answer            struct{ Status int }
		}
	}
	if err := environment.control.call("GET", environment.path("/journal"), nil, &page); err != nil {
		return "\n  " + err.Error()
	}
	var lines strings.Builder
	for _, one := range slices.Backward(page.Exchanges) {
		end := one.End
		if one.Answer.Status != 0 {
			end = fmt.Sprint(one.Answer.Status)
		}
		fmt.Fprintf(&lines, "\n  %s %s -> %s", one.Method, one.Path, end)
	}
	return lines.String()
}

func (environment *Environment) call(method, below string, search Object, body, into any) {
	environment.t.Helper()
	if err := environment.control.call(method, environment.path(below)+query(search), body, into); err != nil {
		environment.t.Fatal(err)
	}
}

func (environment *Environment) path(below string) string {
	return "/environments/" + environment.Name + below
}

func segment(value any) string { return url.PathEscape(fmt.Sprint(value)) }

func milliseconds(duration time.Duration) string { return fmt.Sprintf("%dms", duration.Milliseconds()) }
