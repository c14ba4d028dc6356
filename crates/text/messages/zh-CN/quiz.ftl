quiz-ask-me = 考考我
