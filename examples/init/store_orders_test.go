package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"testing"
)

func setting(name, otherwise string) string {
	if value, found := os.LookupEnv(name); found {
		return value
	}
	return otherwise
}

func send(t *testing.T, method, url, key string, body []byte) (int, []byte) {
	t.Helper()
	request, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+key)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, text
}

// control calls the control API of the simulator.
func control(t *testing.T, method, path, body string, into any) {
	t.Helper()
	url := setting("STORE_ORDERS_CONTROL_URL", "http://localhost:4011") + path
	status, text := send(t, method, url, setting("STORE_ORDERS_CONTROL_TOKEN", "token-for-tests"), []byte(body))
	if status >= 300 {
		t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// cancel is the client under test: call yours here.
func cancel(t *testing.T, baseURL, apiKey string, orderID int64) int {
	t.Helper()
	status, _ := send(t, "DELETE", fmt.Sprintf("%s/store/orders/%d", baseURL, orderID), apiKey, nil)
	return status
}

func TestCancelsAPendingOrderAndNotAShippedOne(t *testing.T) {
	path := fmt.Sprintf("/environments/test-%d", os.Getpid())
	var environment struct {
		BaseURL string
		APIKeys []string
		Handles map[string]int64
	}
	control(t, "PUT", path, `{"scenario": "first"}`, &environment)
	defer control(t, "DELETE", path, "", &struct{}{})
	pending, shipped := environment.Handles["pending"], environment.Handles["shipped"]
	if status := cancel(t, environment.BaseURL, environment.APIKeys[0], pending); status != 204 {
		t.Errorf("the pending order: %d", status)
	}
	if status := cancel(t, environment.BaseURL, environment.APIKeys[0], shipped); status != 409 {
		t.Errorf("the shipped order: %d", status)
	}
	checks := `{"checks": [{"check": "cancelled", "orderId": %d, "times": 1}, {"check": "nothing-else-changed"}]}`
	var result struct {
		Passed bool
		Checks []any
	}
	control(t, "POST", path+"/journal/verify", fmt.Sprintf(checks, pending), &result)
	if !result.Passed {
		t.Error(result.Checks)
	}
}
