// The same as exercise.mjs, in Go.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

type order struct{ id, quantity *int64 }

type client struct {
	list   func() ([]order, error)
	cancel func(id int64) (int, error)
}

// refused is the error of a response that is none of the documented successes.
type refused int

func (status refused) Error() string { return fmt.Sprint(int(status)) }

func number(value *int64) string {
	if value == nil {
		return "nil"
	}
	return fmt.Sprint(*value)
}

func exercise(open func(url, key string) client) {
	seen := map[string]string{}
	step := func(name string, run func() (string, error)) {
		text, err := run()
		if status, ok := err.(refused); ok {
			text = fmt.Sprintf("throws %d", int(status))
		} else if err != nil {
			text = fmt.Sprintf("throws %T", err)
		}
		seen[name] = text
	}
	it := open(os.Args[1], os.Args[2])
	first := int64(1)
	step("list", func() (string, error) {
		orders, err := it.list()
		texts := []string{}
		for at, one := range orders {
			if at == 0 && one.id != nil {
				first = *one.id
			}
			texts = append(texts, number(one.id)+"×"+number(one.quantity))
		}
		return strings.Join(texts, " "), err
	})
	cancel := func(id int64) func() (string, error) {
		return func() (string, error) {
			status, err := it.cancel(id)
			return fmt.Sprint(status), err
		}
	}
	step("cancel", cancel(first))
	var others []int64
	if err := json.Unmarshal([]byte(os.Args[3]), &others); err != nil {
		panic(err)
	}
	for _, id := range others {
		step(fmt.Sprintf("cancel %d", id), cancel(id))
	}
	step("wrong key", func() (string, error) {
		orders, err := open(os.Args[1], "wrong").list()
		return fmt.Sprintf("%d orders", len(orders)), err
	})
	text, _ := json.Marshal(seen)
	fmt.Println(string(text))
}
