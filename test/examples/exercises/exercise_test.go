package orders_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/orders"
	"example.com/orders/storeorderssim"
)

// recorder keeps the failure of a test instead of failing.
type recorder struct {
	testing.TB
	failure string
}

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) { r.failure += fmt.Sprintf(format, args...) }

func (r *recorder) Fatal(args ...any) {
	r.failure += fmt.Sprint(args...)
	runtime.Goexit()
}

func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }

// TestExercise calls every method of the test helper, and prints what it returns.
func TestExercise(t *testing.T) {
	recorded := &recorder{TB: t}
	var environment *storeorderssim.Environment
	failure := func(call func()) string {
		recorded.failure = ""
		ended := make(chan bool)
		go func() {
			defer close(ended)
			call()
		}()
		<-ended
		return recorded.failure
	}
	t.Run("environment", func(t *testing.T) {
		recorded.TB = t
		settings := storeorderssim.Settings{"scenario": "pending", "gaps": map[string]string{"conflict-body": "text"}}
		environment = storeorderssim.New(recorded).Environment(recorded, settings)
		exercise(environment, failure)
	})
	fmt.Println("deleted", between(failure(environment.Reset), "404 ", ":"))
}

func exercise(environment *storeorderssim.Environment, failure func(func()) string) {
	store := orders.New(environment.BaseURL, environment.APIKey)
	cancel := func(id int64) orders.Outcome {
		outcome, err := store.Cancel(id)
		if err != nil {
			panic(err)
		}
		return outcome
	}
	const big = 9007199254740993
	pending := environment.Handle("pending")
	fmt.Println("base address", strings.Replace(environment.BaseURL, environment.Name, "NAME", 1))
	fmt.Println("handle", pending)
	environment.SetGaps(map[string]string{"conflict-body": "error"})
	fmt.Println("fault", environment.AddFault(storeorderssim.Fault{"id": "mine", "kind": "status", "status": 503}))
	environment.ClearFaults()
	fmt.Println("cancel", cancel(pending))
	environment.PutOrder(big, storeorderssim.Object{"petId": 7, "status": "pending"})
	environment.Ship(big)
	order := environment.Order(big)
	fmt.Println("order", order["id"], order["petId"], order["status"])
	fmt.Println("cancel", cancel(big))
	fmt.Println("waited", len(environment.WaitFor("cancelOrder", 2, 10*time.Second)))
	exchanges := environment.Journal("cancelOrder")
	answer := func(index int) map[string]any { return exchanges[index]["answer"].(map[string]any) }
	fmt.Println("journal", answer(0)["status"], answer(1)["status"])
	text := answer(0)["body"].(map[string]any)["text"].(string)
	fmt.Println("body", strings.Contains(text, "order_already_shipped"))
	times := func(count int) storeorderssim.Check {
		return storeorderssim.Check{"check": "cancelled", "orderId": pending, "times": count}
	}
	environment.Verify(times(1), storeorderssim.Check{"check": "nothing-else-changed"})
	fmt.Println("failed", failure(func() { environment.Verify(storeorderssim.Check{"check": "no-notes"}, times(7)) }))
	tooFew := failure(func() { environment.WaitFor("listOrders", 1, time.Millisecond) })
	fmt.Println("too few", strings.Contains(tooFew, "listOrders"))
	environment.Reset()
	fmt.Println("after reset", environment.Order("pending")["status"])
	ships := map[string]any{"id": 7, "ships": map[string]any{"after": "30s"}}
	environment.Load(storeorderssim.Scenario{
		"orders": []any{ships, map[string]any{"id": 8}}, "handles": map[string]any{"seven": 7},
	})
	environment.FreezeClock()
	fmt.Println("handle", environment.Handle("seven"))
	fmt.Println("shipped", environment.AdvanceClock(30 * time.Second)[0])
	environment.OpenHold("race", 8)
	tooFew = failure(func() { environment.WaitAtHold("race", 1, time.Millisecond) })
	fmt.Println("too few", strings.Contains(tooFew, "race"))
	held := make(chan orders.Outcome)
	go func() { held <- cancel(8) }()
	environment.WaitAtHold("race", 1, 10*time.Second)
	environment.CloseHold("race")
	fmt.Println("held", <-held)
	refused := failure(func() { environment.Order("no body") })
	fmt.Println("refused", between(refused, "400 ", ":"), strings.Contains(refused, "no body"))
}

func between(text, from, to string) string {
	_, rest, _ := strings.Cut(text, from)
	found, _, _ := strings.Cut(rest, to)
	return found
}
