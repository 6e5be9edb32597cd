package main

import (
	"context"
	"net/http"

	"clients/orders"
)

func main() {
	exercise(func(url, key string) client {
		configuration := orders.NewConfiguration()
		configuration.Servers = orders.ServerConfigurations{{URL: url}}
		ctx := context.WithValue(context.Background(), orders.ContextAccessToken, key)
		api := orders.NewAPIClient(configuration).DefaultAPI
		// Its error for a status and for a body that it cannot read has one type.
		problem := func(response *http.Response, err error) error {
			if err != nil && response != nil && response.StatusCode >= 400 {
				return refused(response.StatusCode)
			}
			return err
		}
		return client{
			list: func() ([]order, error) {
				found, response, err := api.ListOrders(ctx).Execute()
				listed := []order{}
				for _, one := range found {
					var quantity *int64
					if one.Quantity != nil {
						wide := int64(*one.Quantity)
						quantity = &wide
					}
					listed = append(listed, order{one.Id, quantity})
				}
				return listed, problem(response, err)
			},
			cancel: func(id int64) (int, error) {
				response, err := api.CancelOrder(ctx, id).Execute()
				if err = problem(response, err); err != nil {
					return 0, err
				}
				return response.StatusCode, nil
			},
		}
	})
}
