request-far-coordinate = the coordinate { $coordinate } is further than { $limit } m from the origin
request-radius = the radius { $radius } is not between 0 and { $limit } m
request-height = the height { $height } is not between 0 and { $limit } m
request-not-unicode = not UTF-8 from byte { $byte } on
request-empty = empty; a request is one object, such as {"{"}"locate":{"{"}"point":[0,1,0]{"}"}{"}"}
request-no-fields = what is asked must be an object with named fields
request-min-max = `min` is greater than `max`
request-no-object = no JSON object; a request is one, such as {"{"}"locate":{"{"}"point":[0,1,0]{"}"}{"}"}
request-unknown = unknown request
# $message is what the reader of JSON says.
request-wrong = { $message }, column { $column }
request-not-json = not valid JSON: { $message }, column { $column }
