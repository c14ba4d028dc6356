request-far-coordinate = the coordinate { $coordinate } is more than { $limit } m from the origin
request-radius = the radius { $radius } is not between 0 and { $limit } m
request-height = the height { $height } is not between 0 and { $limit } m
request-not-unicode = invalid UTF-8 at byte { $byte }
request-empty = the request is empty; write one object, such as {"{"}"locate":{"{"}"point":[0,1,0]{"}"}{"}"}
request-no-fields = the value of a request must be an object with named fields
request-min-max = `min` is greater than `max`
request-no-object = the request is not a JSON object; write an object such as {"{"}"locate":{"{"}"point":[0,1,0]{"}"}{"}"}
request-unknown = unknown request
# $message is what the reader of JSON says.
request-wrong = invalid request at column { $column }: { $message }
request-not-json = not valid JSON at column { $column }: { $message }
