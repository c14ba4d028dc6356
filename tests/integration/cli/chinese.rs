//! Tests for the command line in Chinese, selected by the locale and by `--language`. Machine-readable output is the
//! same in every language.

use std::process::{Command, Output};

use crate::cli::{done, err, has, json, out, program, refused, room, run, run_with, text};

/// Returns whether a text contains Chinese characters.
fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// Returns a command that runs the program with a Chinese locale.
fn chinese() -> Command {
    let mut command = program();
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES");
    command.env("LANG", "zh_CN.UTF-8");
    command
}

fn run_chinese(args: &[&str]) -> Output {
    chinese().args(args).output().expect("the program starts")
}

#[test]
fn help_is_in_the_language_of_the_system() {
    let help = out(&run_chinese(&["--help"]));
    for said in [
        "用法： bspwalk",
        "\n命令：\n",
        "\n选项：\n",
        "\n读取关卡：\n",
        "显示帮助",
        "示例：",
        "可选值：",
        "[默认值：eye]",
    ] {
        has(&help, said);
    }
    for english in ["Usage", "Options", "Possible values", "Print", "[default"] {
        assert!(!help.contains(english), "{english} is in\n{help}");
    }
    for line in help.lines() {
        let columns: usize = line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        assert!(!is_chinese(line) || columns <= 104, "{line}");
    }
    let short = out(&run_chinese(&["info", "-h"]));
    has(&short, "[可选值：true, false]");
}

#[test]
fn every_option_has_help_in_chinese() {
    let commands = out(&run_chinese(&["-h"]));
    let names = commands.lines().skip_while(|line| *line != "命令：").skip(1);
    let names: Vec<String> = names
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')))
        .filter_map(|line| Some(line.split_whitespace().next()?.to_owned()))
        .filter(|name| name != "help")
        .collect();
    assert!(names.len() > 12, "{names:?}");
    for name in names {
        let help = out(&run_chinese(&[&name, "--help"]));
        assert!(is_chinese(help.lines().next().unwrap_or_default()), "{help}");
        // The description of an option is on the lines below it.
        let lines: Vec<&str> = help.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let begins = line.trim_start();
            if !line.starts_with("  ") || line.starts_with("        ") || !begins.starts_with('-') {
                continue;
            }
            let said = lines.get(at + 1).copied().unwrap_or_default();
            assert!(
                is_chinese(said),
                "`bspwalk {name}` does not say what this is: {line}"
            );
        }
    }
}

#[test]
fn usage_errors_in_chinese_keep_the_status() {
    for (args, said) in [
        (&["info"][..], "缺少以下必需的参数：\n  <LEVEL>"),
        (&["--no-such-option"], "没有 '--no-such-option' 这个参数"),
        (
            &["info", "hall", "--rule", "best"],
            "'--rule <NAME>' 的值 'best' 无效\n  [可选值：sampled,",
        ),
        (&["info", "hall", "--scale", "0"], "每单位的米数"),
        (&["keys", "--json", "--markdown"], "不能与 '--markdown' 同时使用"),
        (&["info", "hall", "--jsno"], "有相近的参数：'--json'"),
        (&["hall", "info", "hall"], "请写 `bspwalk info LEVEL`"),
        (
            &["--language", "xx"],
            "可用的语言有 en（English）、zh-CN（简体中文）",
        ),
    ] {
        let output = run_chinese(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(out(&output), "", "{args:?}");
        let words = err(&output);
        assert!(words.starts_with("错误："), "{words}");
        has(&words, said);
        has(&words, "更多信息见 '--help'。");
    }
}

#[test]
fn language_option_overrides_the_locale() {
    let chinese = run(["info", "three_rooms", "--language", "zh-CN"]);
    has(&out(&chinese), "三角形");
    let english = run_chinese(&["--language=en", "info", "three_rooms"]);
    has(&out(&english), "triangles");
    let none = run(["info", "hall", "--language", "xx"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(
        err(&none).starts_with(
            "error: invalid value 'xx' for '--language <TAG>': the available languages are en (English), zh-CN (简体中文)\n"
        ),
        "{}",
        err(&none)
    );
    let none = program()
        .env("LC_ALL", "fr_FR.UTF-8")
        .env("LANG", "fr_FR.UTF-8")
        .env_remove("LC_MESSAGES")
        .args(["keys", "-h"])
        .output();
    let none = out(&none.expect("the program starts"));
    assert!(
        none.contains("Usage:"),
        "a language that is not there is English: {none}"
    );
}

#[test]
fn report_rows_are_chinese_and_aligned() {
    let (_folder, path) = room();
    let output = done(run_chinese(&["info", text(&path)]));
    let table = out(&output);
    for row in ["  三角形       12", "  节点         6", "  材质         "] {
        has(&table, row);
    }
    for line in table.lines().filter(|line| !line.is_empty()) {
        assert!(is_chinese(line), "{line} of\n{table}");
    }
}

#[test]
fn json_is_independent_of_the_language() {
    let (_folder, path) = room();
    let args = ["keys", "--json"];
    let rows = |output: &Output| json(output).as_array().map(Vec::len);
    assert_eq!(rows(&run_chinese(&args)), rows(&run(args)));
    let keys = |output: &Output| -> Vec<String> {
        let document = json(output);
        let document = document.as_object().expect("an object");
        document.keys().cloned().collect()
    };
    let args = ["info", text(&path), "--json"];
    assert_eq!(keys(&run_chinese(&args)), keys(&run(args)));
}

#[test]
fn missing_file_is_one_sentence_in_chinese() {
    refused(&run_chinese(&["info", "no_such_file.obj"]), "no_such_file.obj");
}

#[test]
fn quiz_asks_in_chinese() {
    let mut child = chinese()
        .args(["quiz", "three_rooms", "--count", "2"])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdin.take());
    let output = child.wait_with_output().expect("the program ends");
    let asked = out(&output);
    assert!(asked.starts_with("第 1 题（共 2 题）："), "{asked}");
    let english = out(&run_with(["quiz", "three_rooms", "--count", "2"], ""));
    assert!(english.starts_with("Question 1 of 2: "), "{english}");
}
