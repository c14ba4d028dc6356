//! Tests of texts as data.

use bspwalk_levels::{Text, Warning, text};

#[test]
fn texts_survive_serialization() {
    let message = text!(
        "quakemap-textures-missing",
        count = 1,
        first = "{ $count } \"wall\""
    );
    let warning = Warning {
        line: Some(3),
        message: Text::joined([message, text!("levels-z-up")], "; "),
    };
    let encoded = serde_json::to_string(&warning).expect("it is encoded");
    let decoded: Warning = serde_json::from_str(&encoded).expect("it is decoded");
    assert_eq!(decoded, warning);
    let english = decoded.to_string();
    assert!(
        english.starts_with("line 3: the texture { $count } \"wall\" was not found"),
        "{english}"
    );
}

#[test]
fn other_strings_are_plain_texts() {
    let deep = "[".repeat(100_000);
    for sentence in [
        "the level leaks",
        "[a] is missing",
        "{ is not closed",
        deep.as_str(),
    ] {
        let text = Text::from(sentence.to_owned());
        assert_eq!((text.id(), text.to_string().as_str()), (None, sentence));
        assert_eq!(String::from(text), sentence);
    }
}
