// Package storeorders tests a client of the Store Orders Service against store-orders-sim: an environment for each test.
//
//	func TestMain(m *testing.M) { storeorders.Main(m) }
//
//	func TestCancels(t *testing.T) {
//		orders := storeorders.New(t, "pending")
//		...
//		orders.Verify(storeorders.Check{"check": "cancelled", "orderId": orders.Handle("pending"), "times": 1})
//	}
package storeorders

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// NoSimulatorError says that no simulator can be started here, and names the ways to get one.
type NoSimulatorError struct {
	Reason string
}

func (err NoSimulatorError) Error() string {
	return err.Reason + ". Without Docker, set STORE_ORDERS_SIM_BIN to the command of store-orders-sim, " +
		"or STORE_ORDERS_CONTROL_URL and STORE_ORDERS_CONTROL_TOKEN to a running simulator."
}

// shared is the simulator of a test run, which Main starts.
var shared *ControlClient

// Main runs the tests of a package with a simulator that they share, and exits. Call it in TestMain.
func Main(m *testing.M) {
	control, stop, err := Start(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	shared = control
	code := m.Run()
	stop()
	os.Exit(code)
}

// New creates an environment in the simulator of Main, with a scenario by name or a Scenario. The end of the test deletes it.
func New(t testing.TB, scenario any) *Environment {
	t.Helper()
	return NewWith(t, Settings{"scenario": scenario})
}

// NewWith creates an environment in the simulator of Main. The end of the test deletes it.
func NewWith(t testing.TB, settings Settings) *Environment {
	t.Helper()
	if shared == nil {
		t.Fatal("no simulator: add func TestMain(m *testing.M) { storeorders.Main(m) } to the tests of the package")
	}
	return shared.NewEnvironment(t, settings)
}

// Start returns a client of a simulator, and a function that stops what was started. The first that is there:
//
//  1. a running simulator: STORE_ORDERS_CONTROL_URL and STORE_ORDERS_CONTROL_TOKEN, and STORE_ORDERS_BASE_URL behind mapped ports
//  2. the program STORE_ORDERS_SIM_BIN
//  3. a container of the image STORE_ORDERS_SIM_IMAGE
//  4. the program store-orders-sim on PATH
//  5. a container of the image store-orders-sim
func Start(ctx context.Context) (control *ControlClient, stop func(), err error) {
	url, token := os.Getenv("STORE_ORDERS_CONTROL_URL"), os.Getenv("STORE_ORDERS_CONTROL_TOKEN")
	if url != "" || token != "" {
		if token == "" {
			return nil, nil, errors.New("STORE_ORDERS_CONTROL_TOKEN is not set: use the SIM_CONTROL_TOKEN of the simulator")
		}
		url = variable("STORE_ORDERS_CONTROL_URL", "http://localhost:4011")
		return NewControlClient(url, token, os.Getenv("STORE_ORDERS_BASE_URL")), func() {}, nil
	}
	image := os.Getenv("STORE_ORDERS_SIM_IMAGE")
	_, notOnPath := exec.LookPath("store-orders-sim")
	if os.Getenv("STORE_ORDERS_SIM_BIN") != "" || image == "" && notOnPath == nil {
		process, err := RunProcess(ctx, "")
		if err != nil {
			return nil, nil, err
		}
		return process.Control, process.Terminate, nil
	}
	container, err := Run(ctx, variable("STORE_ORDERS_SIM_IMAGE", DefaultImage))
	if err != nil {
		return nil, nil, err
	}
	return container.Control, func() {
		if err := container.Terminate(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}, nil
}

// variable returns the value of a variable of this process; an empty one counts as not set.
func variable(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
