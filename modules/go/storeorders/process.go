package storeorders

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/testcontainers/testcontainers-go"
)

// ready is the line that a simulator prints when every socket listens, with the two addresses.
var ready = regexp.MustCompile(`^store-orders-sim ready: (\S+)/v1 \(production\),.* (\S+) \(control\)`)

// Process is a simulator as a program of this machine.
type Process struct {
	Endpoints

	command *exec.Cmd
	exited  chan struct{}
}

// RunProcess starts a program on two free ports and waits until it is ready: the command of the archive of a release, or of the
// npm package. An empty name is STORE_ORDERS_SIM_BIN, or else `store-orders-sim` on PATH. In a run of `matrix` the program
// inherits the cell, and appends its record to the file itself. The error of a failed start contains the end of the log.
func RunProcess(ctx context.Context, program string, options ...testcontainers.ContainerCustomizer) (*Process, error) {
	if program == "" {
		program = variable("STORE_ORDERS_SIM_BIN", "store-orders-sim")
	}
	found, err := exec.LookPath(program)
	if err != nil {
		return nil, fmt.Errorf("%s is not a program: set STORE_ORDERS_SIM_BIN to the path of store-orders-sim", program)
	}
	variables, err := variablesOf(options)
	if err != nil {
		return nil, err
	}
	process := &Process{command: exec.Command(found), exited: make(chan struct{})}
	process.command.Env = environ(variables)
	output, err := process.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	process.command.Stderr = process.command.Stdout
	if err := process.command.Start(); err != nil {
		return nil, fmt.Errorf("%s cannot be started: %w", found, err)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = process.command.Process.Kill() })
	lines := bufio.NewReader(output)
	addresses, log := readUntilReady(lines)
	inTime := stop()
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		_ = process.command.Wait()
		close(process.exited)
	}()
	if addresses == nil {
		process.Terminate()
		if !inTime {
			return nil, fmt.Errorf("store-orders-sim was not ready: %w%s", ctx.Err(), endOfLog(log))
		}
		code := process.command.ProcessState.ExitCode()
		return nil, fmt.Errorf("store-orders-sim exited with exit code %d before it was ready%s", code, endOfLog(log))
	}
	process.Endpoints = newEndpoints(addresses[1], addresses[2], variables)
	return process, nil
}

// Terminate stops the program and waits for its end.
func (process *Process) Terminate() {
	if process.command.Process.Signal(os.Interrupt) == nil {
		select {
		case <-process.exited:
			return
		case <-time.After(10 * time.Second):
		}
	}
	_ = process.command.Process.Kill() // Windows has no such signal.
	<-process.exited
}

// readUntilReady returns the match of the line with the addresses, or nil at the end of the output, and what it has read.
func readUntilReady(lines *bufio.Reader) (addresses []string, log string) {
	for {
		line, err := lines.ReadString('\n')
		log += line
		if addresses = ready.FindStringSubmatch(line); addresses != nil || err != nil {
			return addresses, log
		}
	}
}

// variablesOf returns what the options set. A program reads a scenario file where it is.
func variablesOf(options []testcontainers.ContainerCustomizer) (map[string]string, error) {
	var request testcontainers.GenericContainerRequest
	for _, option := range options {
		if err := option.Customize(&request); err != nil {
			return nil, err
		}
	}
	for _, option := range defaults {
		if err := option(&request); err != nil {
			return nil, err
		}
	}
	for _, file := range request.Files {
		if request.Env["SIM_SCENARIO"] == file.ContainerFilePath {
			request.Env["SIM_SCENARIO"] = file.HostFilePath
		}
	}
	for _, socket := range []string{"SIM", "SIM_CONTROL"} {
		request.Env[socket+"_HOST"] = "127.0.0.1"
		request.Env[socket+"_PORT"] = "0"
	}
	return request.Env, nil
}

// environ is as in a container: no other setting of this process reaches the simulator, only a run of `matrix`.
func environ(variables map[string]string) []string {
	var all []string
	for _, one := range os.Environ() {
		name, _, _ := strings.Cut(one, "=")
		if name == "SIM_CELL" || name == "SIM_RECORD" || !strings.HasPrefix(name, "SIM_") {
			all = append(all, one)
		}
	}
	for name, value := range variables {
		all = append(all, name+"="+value)
	}
	return all
}
