// The same as exercise.mjs, in Go.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
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
	attempts := 1
	if len(os.Args) > 5 {
		attempts, _ = strconv.Atoi(os.Args[5])
	}
	seen := map[string]string{}
	step := func(name string, run func() (string, error), look func()) {
		lost := false
		for left := attempts; left > 0; left-- {
			text, err := run()
			seen[name] = text
			if err == nil {
				return
			}
			status, ok := err.(refused)
			seen[name] = fmt.Sprintf("throws %T", err)
			if ok {
				seen[name] = fmt.Sprintf("throws %d", int(status))
			}
			if lost && (status == 404 || status == 409) {
				seen[name] = "unclear"
			}
			if left == 1 || ok && status < 500 && status != 429 {
				return
			}
			lost = lost || !ok
			time.Sleep(1100 * time.Millisecond)
			look()
		}
	}
	var others []int64
	if err := json.Unmarshal([]byte(os.Args[3]), &others); err != nil {
		panic(err)
	}
	it := open(os.Args[1], os.Args[2])
	first := int64(1)
	look := func() { _, _ = it.list() }
	step("list", func() (string, error) {
		orders, err := it.list()
		texts := []string{}
		for _, one := range orders {
			if one.id != nil && !slices.Contains(others, *one.id) {
				first = *one.id
			}
			texts = append(texts, number(one.id)+"×"+number(one.quantity))
		}
		return strings.Join(texts, " "), err
	}, func() {})
	cancel := func(id int64) func() (string, error) {
		return func() (string, error) {
			status, err := it.cancel(id)
			return fmt.Sprint(status), err
		}
	}
	step("cancel", cancel(first), look)
	for _, id := range others {
		step(fmt.Sprintf("cancel %d", id), cancel(id), look)
	}
	step("list again", func() (string, error) {
		_, err := it.list()
		return "read", err
	}, func() {})
	step("wrong key", func() (string, error) {
		orders, err := open(os.Args[1], "wrong").list()
		return fmt.Sprintf("%d orders", len(orders)), err
	}, func() {})
	text, _ := json.Marshal(seen)
	fmt.Println(string(text))
}
