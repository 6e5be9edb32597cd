-- wrk: sends the method that is named after the URL.
function init(arguments)
  wrk.method = arguments[1]
end
