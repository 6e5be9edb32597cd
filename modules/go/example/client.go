// Package example has the client under test of the example in docs/languages/go.md.
package example

import (
	"fmt"
	"net/http"
)

// Client cancels orders.
type Client struct {
	baseURL, apiKey string
}

// NewClient returns a client of the service at a base address that ends in /v1.
func NewClient(baseURL, apiKey string) Client { return Client{baseURL, apiKey} }

// Cancel cancels an order.
func (client Client) Cancel(id int64) error {
	request, err := http.NewRequest("DELETE", fmt.Sprintf("%s/store/orders/%d", client.baseURL, id), nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+client.apiKey)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	return response.Body.Close()
}
