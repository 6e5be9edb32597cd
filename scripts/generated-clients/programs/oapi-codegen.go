package main

import (
	"context"
	"net/http"

	"clients/orders"
)

func main() {
	exercise(func(url, key string) client {
		bearer := func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+key)
			return nil
		}
		it, err := orders.NewClientWithResponses(url, orders.WithRequestEditorFn(bearer))
		if err != nil {
			panic(err)
		}
		ctx := context.Background()
		return client{
			list: func() ([]order, error) {
				response, err := it.ListOrdersWithResponse(ctx)
				if err != nil {
					return nil, err
				}
				if response.JSON200 == nil {
					return nil, refused(response.StatusCode())
				}
				listed := []order{}
				for _, one := range *response.JSON200 {
					var quantity *int64
					if one.Quantity != nil {
						wide := int64(*one.Quantity)
						quantity = &wide
					}
					listed = append(listed, order{one.Id, quantity})
				}
				return listed, nil
			},
			cancel: func(id int64) (int, error) {
				response, err := it.CancelOrderWithResponse(ctx, id)
				if err != nil {
					return 0, err
				}
				if response.StatusCode() >= 400 {
					return 0, refused(response.StatusCode())
				}
				return response.StatusCode(), nil
			},
		}
	})
}
