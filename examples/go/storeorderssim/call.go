package storeorderssim

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

type (
	path  map[string]any
	query map[string]any
)

// call sends one request to a route of openapi/control.yaml and reads the JSON of the response. Fails the test otherwise.
func (environment *Environment) call(route string, path path, query query, body, into any) {
	environment.t.Helper()
	method, target, _ := strings.Cut(route, " ")
	target = strings.ReplaceAll(target, "{environment}", environment.Name)
	for name, value := range path {
		target = strings.ReplaceAll(target, "{"+name+"}", url.PathEscape(fmt.Sprint(value)))
	}
	search := url.Values{}
	for name, value := range query {
		search.Set(name, fmt.Sprint(value))
	}
	if len(search) > 0 {
		target += "?" + search.Encode()
	}
	if err := environment.sim.send(method, target, body, into); err != nil {
		environment.t.Fatal(err)
	}
}

func (sim *Sim) send(method, target string, body, into any) error {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, strings.TrimRight(sim.ControlURL, "/")+target, content)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+sim.Token)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := sim.client.Do(request)
	if err != nil {
		return fmt.Errorf("the control API cannot be reached: %w: is the simulator running?", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return readError(text, response.StatusCode, sim.ControlURL)
	}
	if into == nil {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(into)
}

func readError(text []byte, status int, from string) error {
	var refusal struct{ Code, Message string }
	if json.Unmarshal(text, &refusal) != nil || refusal.Code == "" {
		return fmt.Errorf("%s responded with %d and without an Error body: it is not the control API", from, status)
	}
	return fmt.Errorf("%d %s: %s", status, refusal.Code, refusal.Message)
}

func randomBytes(t testing.TB) []byte {
	t.Helper()
	bytes := make([]byte, 8)
	if _, err := rand.Read(bytes); err != nil {
		t.Fatal(err)
	}
	return bytes
}

func milliseconds(duration time.Duration) string {
	return fmt.Sprintf("%dms", duration.Milliseconds())
}
