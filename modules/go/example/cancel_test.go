package example

import (
	"testing"

	"github.com/your-organization/store-orders-sim/modules/go/storeorders"
)

func TestMain(m *testing.M) { storeorders.Main(m) }

func TestCancels(t *testing.T) {
	orders := storeorders.New(t, "pending")
	if err := NewClient(orders.BaseURL, orders.APIKey).Cancel(orders.Handle("pending")); err != nil {
		t.Fatal(err)
	}
	orders.Verify(storeorders.Check{"check": "cancelled", "orderId": orders.Handle("pending"), "times": 1})
}
