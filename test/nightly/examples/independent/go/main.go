// Store Orders Service: one reading of the specification, standard library only.
package main

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

const basePath = "/v1"

// Order has pointers because every field is optional. Quantity has no format,
// so it may be any integer.
type Order struct {
	ID       *int64   `json:"id,omitempty"`
	PetID    *int64   `json:"petId,omitempty"`
	Quantity *big.Int `json:"quantity,omitempty"`
	ShipDate *string  `json:"shipDate,omitempty"`
	Complete *bool    `json:"complete,omitempty"`
}

// UnmarshalJSON goes through a map because encoding/json would otherwise
// accept names in any letter case.
func (o *Order) UnmarshalJSON(data []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	targets := map[string]any{
		"id": &o.ID, "petId": &o.PetID, "quantity": &o.Quantity,
		"shipDate": &o.ShipDate, "complete": &o.Complete,
	}
	for name, target := range targets {
		raw, present := fields[name]
		if !present {
			continue
		}
		if err := json.Unmarshal(raw, target); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// Error is the body of error responses.
type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Status  int    `json:"status"`
}

// --- orders -----------------------------------------------------------------

type entry struct {
	Order   *Order `json:"order"`
	Shipped *bool  `json:"shipped"`
	// A cancelled order stays: the list is of every order placed.
	cancelled bool
}

type store struct {
	mu      sync.Mutex
	entries []*entry
	byID    map[int64]*entry
}

var (
	errNotFound   = errors.New("not found")
	errNotPending = errors.New("not pending")
)

func loadStore(file string) (*store, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s := &store{byID: map[int64]*entry{}}
	if err := json.Unmarshal(data, &s.entries); err != nil {
		return nil, err
	}
	if s.entries == nil {
		return nil, errors.New("the file must be an array") // it was null
	}
	for i, e := range s.entries {
		if e == nil || e.Order == nil || e.Shipped == nil {
			return nil, fmt.Errorf("element %d: order and shipped are required", i)
		}
		if e.Order.ID == nil {
			continue // listed, but no path can name it
		}
		if s.byID[*e.Order.ID] != nil {
			return nil, fmt.Errorf("id %d occurs twice", *e.Order.ID)
		}
		s.byID[*e.Order.ID] = e
	}
	return s, nil
}

// list gives pointers that are safe to use unlocked: orders never change after loading.
func (s *store) list() []*Order {
	s.mu.Lock()
	defer s.mu.Unlock()
	orders := make([]*Order, 0, len(s.entries)) // never nil: [] and not null
	for _, e := range s.entries {
		orders = append(orders, e.Order)
	}
	return orders
}

func (s *store) cancel(id int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.byID[id]
	switch {
	case e == nil:
		return errNotFound
	case *e.Shipped || e.cancelled:
		return errNotPending
	}
	e.cancelled = true
	return nil
}

// --- HTTP -------------------------------------------------------------------

type service struct {
	store *store
	key   string
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// The body has no meaning here, but one that is cut short is no request.
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		w.Header().Set("Connection", "close")
		fail(w, http.StatusBadRequest, "BAD_REQUEST", "The request body could not be read.")
		return
	}
	collection, idText := match(r.URL.EscapedPath())
	switch {
	case collection:
		s.operation(w, r, http.MethodGet, func() { s.listOrders(w) })
	case idText != "":
		s.operation(w, r, http.MethodDelete, func() { s.cancelOrder(w, idText) })
	default:
		fail(w, http.StatusNotFound, "NOT_FOUND", "There is no such path.")
	}
}

// match tells the two paths apart. It splits before it decodes, so that %2F
// stays inside its segment.
func match(escaped string) (collection bool, idText string) {
	segments := strings.Split(escaped, "/")
	for i, segment := range segments {
		decoded, err := url.PathUnescape(segment)
		if err != nil {
			return false, ""
		}
		segments[i] = decoded
	}
	want := strings.Split(basePath+"/store/orders", "/")
	if len(segments) < len(want) || len(segments) > len(want)+1 {
		return false, ""
	}
	for i := range want {
		if segments[i] != want[i] {
			return false, ""
		}
	}
	if len(segments) == len(want) {
		return true, ""
	}
	return false, segments[len(want)]
}

// operation checks the method before the key: only operations are secured, and
// another method on the path is not an operation.
func (s *service) operation(w http.ResponseWriter, r *http.Request, method string, run func()) {
	if r.Method != method {
		w.Header().Set("Allow", method)
		fail(w, http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED", "Use "+method+" on this path.")
		return
	}
	if !s.authenticated(r.Header.Values("Authorization")) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="store orders"`)
		fail(w, http.StatusUnauthorized, "UNAUTHORIZED", "API key missing or invalid.")
		return
	}
	run()
}

// authenticated takes the form of the specification literally:
// "Bearer", one space, the key.
func (s *service) authenticated(values []string) bool {
	if len(values) != 1 {
		return false
	}
	key, found := strings.CutPrefix(values[0], "Bearer ")
	return found && subtle.ConstantTimeCompare([]byte(key), []byte(s.key)) == 1
}

func (s *service) listOrders(w http.ResponseWriter) {
	sendJSON(w, http.StatusOK, s.store.list())
}

func (s *service) cancelOrder(w http.ResponseWriter, idText string) {
	id, err := strconv.ParseInt(idText, 10, 64)
	if err != nil {
		fail(w, http.StatusBadRequest, "INVALID_ORDER_ID", "orderId must be a 64-bit integer.")
		return
	}
	switch s.store.cancel(id) {
	case nil:
		w.WriteHeader(http.StatusNoContent)
	case errNotPending:
		// The specification gives no body for 409, so there is none.
		w.WriteHeader(http.StatusConflict)
	default:
		fail(w, http.StatusNotFound, "ORDER_NOT_FOUND", "The requested order could not be found.")
	}
}

func fail(w http.ResponseWriter, status int, code, message string) {
	sendJSON(w, status, Error{Code: code, Message: message, Status: status})
}

func sendJSON(w http.ResponseWriter, status int, value any) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false) // dates stay as they were given
	if err := encoder.Encode(value); err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(body.Len()))
	w.WriteHeader(status)
	w.Write(body.Bytes())
}

// --- start and end ----------------------------------------------------------

func run(port int, ordersFile, key string) error {
	orders, err := loadStore(ordersFile)
	if err != nil {
		return fmt.Errorf("%s: %w", ordersFile, err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler: &service{store: orders, key: key},
		// OPTIONS * gets the same answer as any other unknown path.
		DisableGeneralOptionsHandler: true,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	fmt.Printf("listening on http://%s%s\n", listener.Addr(), basePath)
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	limit, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := server.Shutdown(limit); err != nil {
		return server.Close() // some client is slow; do not wait for it
	}
	return nil
}

func main() {
	port := flag.Int("port", 0, "port on 127.0.0.1, 0 for any free one")
	orders := flag.String("orders", "", "JSON file of orders")
	key := flag.String("key", "", "the API key that is accepted")
	flag.Parse()
	if *orders == "" || *key == "" {
		log.Fatal("--orders and --key are required")
	}
	if err := run(*port, *orders, *key); err != nil {
		log.Fatal(err)
	}
}
