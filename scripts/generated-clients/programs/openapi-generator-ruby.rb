# The same as exercise.mjs, in Ruby.
$LOAD_PATH.unshift(File.join(__dir__, 'generated/openapi-generator-ruby/lib'))
require 'json'
require 'openapi_client'

URL, KEY, others, _document, attempts = ARGV
ATTEMPTS = Integer(attempts || 1)
SEEN = {}

def open_client(key)
  config = OpenapiClient::Configuration.new
  config.server_index = nil
  config.scheme, config.host, config.base_path = URL.split(%r{://|/}, 3)
  config.access_token = key
  OpenapiClient::DefaultApi.new(OpenapiClient::ApiClient.new(config))
end

def step(name, look = -> {})
  lost = false
  ATTEMPTS.downto(1) do |left|
    SEEN[name] = yield
    return
  rescue StandardError => e
    status = e.respond_to?(:code) && e.code.to_i >= 400 ? e.code : nil
    SEEN[name] = lost && [404, 409].include?(status) ? 'unclear' : "throws #{status || e.class.name.split('::').last}"
    return if left == 1 || (status && status < 500 && status != 429)

    lost ||= status.nil?
    sleep 1.1
    look.call
  end
end

api = open_client(KEY)
others = JSON.parse(others)
first = 1
look = lambda do
  api.list_orders
rescue StandardError
  nil
end
step('list') do
  orders = api.list_orders
  first = orders.map(&:id).find { |id| !others.include?(id) } || first
  orders.map { |order| "#{order.id}×#{order.quantity || 'nil'}" }.join(' ')
end
step('cancel', look) { api.cancel_order_with_http_info(first)[1].to_s }
others.each { |id| step("cancel #{id}", look) { api.cancel_order_with_http_info(id)[1].to_s } }
step('list again') do
  api.list_orders
  'read'
end
step('wrong key') { "#{open_client('wrong').list_orders.length} orders" }
puts JSON.generate(SEEN)
