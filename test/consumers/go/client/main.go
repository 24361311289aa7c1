// Submits, polls and downloads with net/http alone.
// Usage: client <request.json> <output file>, with MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY set.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

// Task holds what this program reads; a task has more fields, and may have ones that are not known yet.
type Task struct {
	ID        string          `json:"id"`
	Status    string          `json:"status"`
	ResultURL string          `json:"result_url"`
	Error     json.RawMessage `json:"error"`
}

type Client struct {
	BaseURL, APIKey string
	HTTP            *http.Client
}

// Submit sends the request exactly once: net/http repeats no POST with a body after it was written.
func (c *Client) Submit(ctx context.Context, body []byte) (Task, error) {
	return c.call(ctx, http.MethodPost, "/v2/model-center/tasks", body)
}

// Wait asks until the task is completed or failed. A fault of one question says nothing about the
// task.
func (c *Client) Wait(ctx context.Context, id string, interval time.Duration) (Task, error) {
	for {
		task, err := c.call(ctx, http.MethodGet, "/v2/model-center/tasks/"+id, nil)
		var failure *statusError
		switch {
		case err == nil && task.Status == "completed":
			return task, nil
		case err == nil && task.Status == "failed":
			return task, fmt.Errorf("task %s failed: %s", id, task.Error)
		case errors.As(err, &failure) && failure.status != 429 && failure.status < 500:
			return task, err
		}
		select {
		case <-ctx.Done():
			const message = "task %s: %w; it goes on, ask for it again by its id"
			return task, fmt.Errorf(message, id, ctx.Err())
		case <-time.After(interval):
		}
	}
}

// Download writes the result to a temporary name and renames it. The key stays at home.
func (c *Client) Download(ctx context.Context, url, path string) (int64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("the result answers %s", response.Status)
	}
	file, err := os.Create(path + ".part")
	if err != nil {
		return 0, err
	}
	size, err := io.Copy(file, response.Body)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return size, err
	}
	return size, os.Rename(path+".part", path)
}

type statusError struct {
	status int
	body   string
}

func (r *statusError) Error() string {
	return fmt.Sprintf("the service answers %d: %s", r.status, r.body)
}

func (c *Client) call(ctx context.Context, method, path string, body []byte) (task Task, err error) {
	request, err := http.NewRequestWithContext(ctx, method, c.BaseURL+path, bytes.NewReader(body))
	if err != nil {
		return task, err
	}
	request.Header.Set("Authorization", "Bearer "+c.APIKey)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return task, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return task, err
	}
	if response.StatusCode != http.StatusOK {
		return task, &statusError{response.StatusCode, string(text)}
	}
	if err := json.Unmarshal(text, &task); err != nil || task.ID == "" {
		return task, fmt.Errorf("the response is not a task: %s", text)
	}
	return task, nil
}

func main() {
	body, err := os.ReadFile(os.Args[1])
	check(err)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	client := &Client{
		os.Getenv("MODEL_TASKS_BASE_URL"),
		os.Getenv("MODEL_TASKS_API_KEY"),
		&http.Client{Timeout: time.Minute},
	}

	invalid := `{"model":"sd_2.0_discount","prompt":"A boat","duration":5,"resolution":"720P"}`
	_, err = client.Submit(ctx, []byte(invalid))
	var failure *statusError
	if !errors.As(err, &failure) || failure.status != http.StatusBadRequest {
		log.Fatal("a wrong request was not rejected: ", err)
	}
	task, err := client.Submit(ctx, body)
	check(err)
	task, err = client.Wait(ctx, task.ID, 500*time.Millisecond)
	check(err)
	size, err := client.Download(ctx, task.ResultURL, os.Args[2])
	check(err)
	fmt.Printf("%s %s %d bytes\n", task.ID, task.Status, size)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
