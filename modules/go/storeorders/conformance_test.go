package storeorders

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// cases are those of modules/conformance/cases.json, which the modules of all languages run.
var cases = readCases()

type sharedCases struct {
	WithoutDocker string
	Cases         []struct {
		Name     string
		Scenario any
		Steps    []step
	}
}

// step has a value for each field that its "do" needs.
type step map[string]any

func readCases() (shared sharedCases) {
	text, err := os.ReadFile("../../conformance/cases.json")
	if err != nil {
		panic(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&shared); err != nil {
		panic(err)
	}
	return shared
}

func TestMain(m *testing.M) { Main(m) }

func TestConformance(t *testing.T) {
	for _, one := range cases.Cases {
		t.Run(one.Name, func(t *testing.T) { runSteps(t, New(t, one.Scenario), one.Steps) })
	}
}

func Test208RunsInParallelSeeNothingOfEachOther(t *testing.T) {
	for round := range 16 {
		for _, one := range cases.Cases {
			t.Run(fmt.Sprintf("%s %d", one.Name, round), func(t *testing.T) {
				t.Parallel()
				runSteps(t, New(t, one.Scenario), one.Steps)
			})
		}
	}
}

type run struct {
	*testing.T
	orders *Environment
	begun  chan int
}

func runSteps(t *testing.T, orders *Environment, steps []step) {
	run := &run{T: t, orders: orders, begun: make(chan int, 1)}
	for _, one := range steps {
		do, known := doing[one.text("do")]
		if !known {
			t.Fatalf("unknown step %v", one)
		}
		do(run, one)
	}
}

var doing = map[string]func(*run, step){
	"cancel":      func(run *run, step step) { run.equal(step, "status", run.cancel(step)) },
	"beginCancel": func(run *run, step step) { go func() { run.begun <- run.cancel(step) }() },
	"endCancel":   func(run *run, step step) { run.equal(step, "status", <-run.begun) },
	"list":        (*run).list,
	"listLacks": func(run *run, step step) {
		if slices.Contains(run.listed(), run.id(step["order"])) {
			run.Errorf("%v is listed", step["order"])
		}
	},
	"noHandle": func(run *run, step step) {
		run.fails(fmt.Sprintf("no handle %q", step.text("order")), func(orders *Environment) { orders.Handle(step.text("order")) })
	},
	"order": func(run *run, step step) { run.equal(step, "is", run.orders.Order(step["order"])["status"]) },
	"orders": func(run *run, step step) {
		run.equal(step, "ids", fields(run.orders.Orders(step.text("status")), "id"))
	},
	"putOrder": func(run *run, step step) {
		run.orders.PutOrder(step["order"], step["fields"].(map[string]any))
	},
	"deleteOrder": func(run *run, step step) { run.orders.DeleteOrder(step["order"]) },
	"ship":        func(run *run, step step) { run.orders.Ship(step["order"]) },
	"addFault":    func(run *run, step step) { run.orders.AddFault(run.withID(step["fault"])) },
	"faults":      func(run *run, step step) { run.equal(step, "fired", fields(run.orders.Faults(), "fired")) },
	"clearFaults": func(run *run, step step) { run.orders.ClearFaults() },
	"addKey": func(run *run, step step) {
		if id := run.orders.AddKey(step.text("key")); id != "key-2" {
			run.Errorf("the key is %s", id)
		}
	},
	"revokeKey":    func(run *run, step step) { run.orders.RevokeKey(step.text("id")) },
	"freezeClock":  func(run *run, step step) { run.orders.FreezeClock() },
	"advanceClock": func(run *run, step step) { run.equal(step, "shipped", run.orders.AdvanceClock(step.duration("by"))) },
	"openHold": func(run *run, step step) {
		if step["order"] == nil {
			run.orders.OpenHold(step.text("hold"))
		} else {
			run.orders.OpenHold(step.text("hold"), run.id(step["order"]))
		}
	},
	"waitAtHold": func(run *run, step step) {
		if step["reached"] == false {
			run.fails("fewer than 1 cancels waited at the hold lonely within 1ms", func(orders *Environment) {
				orders.WaitAtHold(step.text("hold"), 1, step.duration("timeout"))
			})
		} else {
			run.orders.WaitAtHold(step.text("hold"), 1, 10*time.Second)
		}
	},
	"closeHold": func(run *run, step step) { run.orders.CloseHold(step.text("hold")) },
	"journal": func(run *run, step step) {
		var answers []Object
		for _, exchange := range run.orders.Journal(step.text("operation")) {
			answers = append(answers, exchange["answer"].(map[string]any))
		}
		run.equal(step, "statuses", fields(answers, "status"))
	},
	"waitFor": func(run *run, step step) {
		run.equal(step, "count", len(run.orders.WaitFor(step.text("operation"), 1, 10*time.Second)))
	},
	"verify":   (*run).verify,
	"coverage": func(run *run, step step) { run.equal(step, "outcomes", run.orders.Coverage()["outcomes"]) },
	"load":     func(run *run, step step) { run.orders.Load(step["scenario"]) },
	"reset":    func(run *run, step step) { run.orders.Reset() },
	"setGaps": func(run *run, step step) {
		gaps := map[string]string{}
		for key, choice := range step["gaps"].(map[string]any) {
			gaps[key] = choice.(string)
		}
		run.orders.SetGaps(gaps)
	},
	"refused": func(run *run, step step) {
		run.fails(step.text("code")+": ", func(orders *Environment) { orders.Order(step["order"]) })
	},
}

func (run *run) list(step step) {
	key, status := run.orders.APIKey, any(200)
	if step["key"] != nil {
		key = step.text("key")
	}
	if step["status"] != nil {
		status = step["status"]
	}
	if found, _ := send(run.orders.BaseURL, key, "GET", ""); fmt.Sprint(found) != fmt.Sprint(status) {
		run.Errorf("listing with the key %s: %d, not %v", key, found, status)
	}
	if step["ids"] != nil {
		run.equal(step, "ids", run.listed())
	}
}

func (run *run) verify(step step) {
	var checks []Check
	for _, check := range step["checks"].([]any) {
		checks = append(checks, Check(run.withID(check)))
	}
	if step["fails"] == nil {
		run.orders.Verify(checks...)
	} else {
		run.fails(step.text("fails"), func(orders *Environment) { orders.Verify(checks...) })
	}
}

func (run *run) cancel(step step) int {
	status, _ := send(run.orders.BaseURL, run.orders.APIKey, "DELETE", fmt.Sprintf("/%d", run.id(step["order"])))
	return status
}

func (run *run) listed() []int64 {
	var ids []int64
	_, text := send(run.orders.BaseURL, run.orders.APIKey, "GET", "")
	var orders []struct{ ID int64 }
	if err := json.Unmarshal([]byte(text), &orders); err != nil {
		run.Fatal(err)
	}
	for _, order := range orders {
		ids = append(ids, order.ID)
	}
	slices.Sort(ids)
	return ids
}

func (run *run) id(order any) int64 {
	if name, handle := order.(string); handle {
		return run.orders.Handle(name)
	}
	id, err := order.(json.Number).Int64()
	if err != nil {
		run.Fatal(err)
	}
	return id
}

func (run *run) withID(fields any) Fault {
	with := Fault{}
	for name, value := range fields.(map[string]any) {
		with[name] = value
	}
	if with["orderId"] != nil {
		with["orderId"] = run.id(with["orderId"])
	}
	return with
}

// equal compares a value with a field of a step, both as JSON.
func (run *run) equal(step step, field string, found any) {
	run.Helper()
	if expected := step[field]; !reflect.DeepEqual(decoded(run.T, found), decoded(run.T, expected)) {
		run.Errorf("%s: %s is %v, not %v", step.text("do"), field, found, expected)
	}
}

// fails expects that a call fails the test of an environment with a message.
func (run *run) fails(message string, call func(*Environment)) {
	run.Helper()
	failing := &failing{TB: run.T}
	orders := *run.orders
	orders.t = failing
	done := make(chan struct{})
	go func() {
		defer close(done)
		call(&orders)
	}()
	<-done
	if !strings.Contains(failing.message, message) {
		run.Errorf("failed with %q, not with %q", failing.message, message)
	}
}

// failing is a test that is expected to fail.
type failing struct {
	testing.TB
	message string
}

func (test *failing) Errorf(format string, args ...any) {
	test.message += fmt.Sprintf(format, args...) + "\n"
}

func (test *failing) Fatalf(format string, args ...any) {
	test.Errorf(format, args...)
	runtime.Goexit()
}

func (test *failing) Fatal(args ...any) { test.Fatalf("%s", fmt.Sprint(args...)) }

// send sends one request as a client under test. The status of a broken connection is 0.
func send(baseURL, key, method, path string) (int, string) {
	request, err := http.NewRequest(method, baseURL+"/store/orders"+path, nil)
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+key)
	// net/http repeats a request if a connection that it reused breaks.
	client := http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		return 0, ""
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, ""
	}
	return response.StatusCode, string(text)
}

func (step step) text(name string) string {
	text, _ := step[name].(string)
	return text
}

func (step step) duration(name string) time.Duration {
	duration, err := time.ParseDuration(step.text(name))
	if err != nil {
		panic(err)
	}
	return duration
}

func fields(of []Object, name string) []any {
	values := []any{}
	for _, one := range of {
		values = append(values, one[name])
	}
	return values
}

func decoded(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) == "null" {
		return []any{}
	}
	var into any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&into); err != nil {
		t.Fatal(err)
	}
	return into
}
