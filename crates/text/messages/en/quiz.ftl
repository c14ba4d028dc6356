quiz-ask-me = Ask me
