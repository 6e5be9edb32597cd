// Package orders is the client under test: replace it with yours. It cancels orders, and repeats a cancel that gets no
// response.
package orders

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Outcome is the outcome of a cancel.
type Outcome string

const (
	Cancelled Outcome = "cancelled"
	Conflict  Outcome = "conflict"
	NotFound  Outcome = "not found"
	// Uncertain: an attempt without a response may have cancelled the order.
	Uncertain Outcome = "uncertain"
)

// ErrUnauthorized reports that the API key is missing or invalid.
var ErrUnauthorized = errors.New("the API key is missing or invalid")

const attempts = 3

// Store is the orders of one environment of the Store Orders Service.
type Store struct {
	baseURL, apiKey string
	client          http.Client
}

// New returns a store. baseURL ends in /v1.
func New(baseURL, apiKey string) *Store {
	// Without idle connections, net/http itself repeats no request.
	transport := &http.Transport{DisableKeepAlives: true}
	return &Store{baseURL: baseURL, apiKey: apiKey, client: http.Client{Timeout: 5 * time.Second, Transport: transport}}
}

// ListIDs returns the ids of all orders. An id is optional.
func (store *Store) ListIDs() ([]int64, error) {
	status, body, err := store.send(http.MethodGet, "/store/orders")
	if err != nil {
		return nil, err
	}
	if status != http.StatusOK {
		return nil, fmt.Errorf("listing orders returned %d", status)
	}
	var listed []struct{ ID *int64 }
	if err := json.Unmarshal(body, &listed); err != nil {
		return nil, err
	}
	ids := make([]int64, 0, len(listed))
	for _, order := range listed {
		if order.ID != nil {
			ids = append(ids, *order.ID)
		}
	}
	return ids, nil
}

// Cancel cancels an order.
func (store *Store) Cancel(id int64) (Outcome, error) {
	for attempt := 1; attempt <= attempts; attempt++ {
		status, _, err := store.send(http.MethodDelete, fmt.Sprintf("/store/orders/%d", id))
		switch {
		case errors.Is(err, ErrUnauthorized):
			return "", err
		case err != nil:
			continue
		case status == http.StatusNoContent:
			return Cancelled, nil
		case status != http.StatusConflict && status != http.StatusNotFound:
			return "", fmt.Errorf("cancelling order %d returned %d", id, status)
		case attempt > 1:
			return Uncertain, nil
		case status == http.StatusConflict:
			return Conflict, nil
		default:
			return NotFound, nil
		}
	}
	return Uncertain, nil
}

func (store *Store) send(method, path string) (int, []byte, error) {
	request, err := http.NewRequest(method, store.baseURL+path, nil)
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Authorization", "Bearer "+store.apiKey)
	response, err := store.client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusUnauthorized {
		return 0, nil, ErrUnauthorized
	}
	body, err := io.ReadAll(response.Body)
	return response.StatusCode, body, err
}
