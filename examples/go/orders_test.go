package orders_test

import (
	"errors"
	"testing"
	"time"

	"example.com/orders"
	"github.com/your-organization/store-orders-sim/modules/go/storeorders"
)

func TestMain(m *testing.M) { storeorders.Main(m) }

// open creates a separate environment for a test, and the client under test in it.
func open(t *testing.T, scenario any) (*storeorders.Environment, *orders.Store) {
	t.Helper()
	environment := storeorders.New(t, scenario)
	return environment, orders.New(environment.BaseURL, environment.APIKey)
}

func expectCancel(t *testing.T, store *orders.Store, id int64, expected orders.Outcome) {
	t.Helper()
	if outcome, err := store.Cancel(id); err != nil || outcome != expected {
		t.Errorf("cancelling %d: %q, %v; expected %q", id, outcome, err, expected)
	}
}

func TestListsIDsBeyond2ToThe53(t *testing.T) {
	_, store := open(t, storeorders.Scenario{"orders": []any{map[string]any{"id": 9007199254740993}}})
	ids, err := store.ListIDs()
	if err != nil || len(ids) != 1 || ids[0] != 9007199254740993 {
		t.Errorf("listed %v, %v", ids, err)
	}
}

func TestCancelsAPendingOrder(t *testing.T) {
	environment, store := open(t, "mixed")
	expectCancel(t, store, environment.Handle("pending"), orders.Cancelled)
	if status := environment.Order("pending")["status"]; status != "cancelled" {
		t.Errorf("the order is %v", status)
	}
}

func TestReportsAShippedAndAMissingOrder(t *testing.T) {
	environment, store := open(t, "mixed")
	expectCancel(t, store, environment.Handle("shipped"), orders.Conflict)
	expectCancel(t, store, environment.Handle("missing"), orders.NotFound)
}

func TestReportsAnInvalidKey(t *testing.T) {
	environment, _ := open(t, "pending")
	if _, err := orders.New(environment.BaseURL, "no-key").ListIDs(); !errors.Is(err, orders.ErrUnauthorized) {
		t.Errorf("listing returned %v", err)
	}
}

func TestRetriesIfTheConnectionBreaksBeforeTheCancel(t *testing.T) {
	environment, store := open(t, "pending")
	environment.AddFault(storeorders.Fault{
		"kind": "reset", "operation": "cancelOrder", "when": "before-commit", "times": 1,
	})
	expectCancel(t, store, environment.Handle("pending"), orders.Cancelled)
}

func TestPromisesNothingIfTheResponseToTheCancelIsLost(t *testing.T) {
	environment, store := open(t, "pending")
	pending := environment.Handle("pending")
	environment.AddFault(storeorders.Fault{
		"kind": "reset", "operation": "cancelOrder", "when": "after-commit", "times": 1,
	})
	expectCancel(t, store, pending, orders.Uncertain)
	environment.Verify(
		storeorders.Check{"check": "cancelled", "orderId": pending, "times": 1},
		storeorders.Check{"check": "nothing-else-changed"},
		storeorders.Check{"check": "retried", "atMost": 1},
		storeorders.Check{"check": "no-notes"},
	)
}

func TestLosesTheRaceAgainstShipping(t *testing.T) {
	environment, store := open(t, "pending")
	pending := environment.Handle("pending")
	environment.OpenHold("race", pending)
	outcome := make(chan orders.Outcome)
	go func() {
		cancelled, _ := store.Cancel(pending)
		outcome <- cancelled
	}()
	environment.WaitAtHold("race", 1, 10*time.Second)
	environment.Ship("pending")
	environment.CloseHold("race")
	if cancelled := <-outcome; cancelled != orders.Conflict {
		t.Errorf("the cancel returned %q", cancelled)
	}
}
