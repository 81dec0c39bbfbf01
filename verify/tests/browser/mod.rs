//! A real browser for tests: headless Chromium, driven through its debugging pipe.
//!
//! Commands and events are JSON objects that end with a zero byte, on the file descriptors 3 and 4 of the browser: the
//! protocol of its developer tools, without the web socket. Every wait has a limit, and the browser ends with the test.

use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long the browser may take for anything.
const LIMIT: Duration = Duration::from_secs(60);

/// A browser with one page.
pub struct Browser {
    child: Child,
    commands: File,
    messages: Receiver<Value>,
    session: Option<String>,
    next: u64,
    /// What the page complained about: exceptions, refused scripts.
    pub complaints: Vec<String>,
}

/// The browser's program. None, with the reason printed, if set-up found that there can be none here.
fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let named = |name: &str| std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    if let Some(program) = named("chromium").or_else(|| named("chromium-browser")).or_else(|| named("google-chrome")) {
        return Some(program);
    }
    let mark = Path::new(env!("CARGO_MANIFEST_DIR")).join("../third_party/no-chromium");
    let reason = std::env::var("EUCLASE_NO_BROWSER").ok().or_else(|| std::fs::read_to_string(mark).ok());
    let reason = reason.expect("there is no chromium: run `make setup`, or say why with EUCLASE_NO_BROWSER=reason");
    eprintln!("SKIPPED: no browser drives the page, since there is no chromium here: {}", reason.trim());
    None
}

fn pipe() -> (OwnedFd, OwnedFd) {
    let mut ends = [0; 2];
    // SAFETY: the call fills the two numbers, which nobody else owns then.
    unsafe {
        assert_eq!(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC), 0, "a pipe can be made");
        (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1]))
    }
}

impl Browser {
    /// Starts the browser with an empty profile; none if there is none on this machine.
    pub fn start(profile: &str) -> Option<Self> {
        let program = program()?;
        let (command_end, commands) = pipe();
        let (answers, answer_end) = pipe();
        let mut command = Command::new(program);
        command
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"])
            .args([
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--remote-debugging-pipe",
            ])
            .args(["--hide-scrollbars", "--force-color-profile=srgb", "--window-size=1400,900"])
            .arg(format!("--user-data-dir={profile}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0);
        let (read, write) = (command_end.as_raw_fd(), answer_end.as_raw_fd());
        // SAFETY: only system calls that are allowed between fork and exec. The ends are moved out of the way first,
        // since they may have the numbers that they are to get.
        unsafe {
            command.pre_exec(move || {
                let (read, write) = (libc::fcntl(read, libc::F_DUPFD, 10), libc::fcntl(write, libc::F_DUPFD, 10));
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                match libc::dup2(read, 3) == 3 && libc::dup2(write, 4) == 4 {
                    true => Ok(()),
                    false => Err(std::io::Error::last_os_error()),
                }
            });
        }
        let child = command.spawn().expect("chromium starts");
        drop((command_end, answer_end));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut reader = BufReader::new(File::from(answers));
            let mut message = Vec::new();
            while reader.read_until(0, &mut message).is_ok_and(|length| length > 0) {
                let text = message.strip_suffix(&[0]).unwrap_or(&message);
                let parsed = serde_json::from_slice(text);
                if parsed.is_ok_and(|value: Value| sender.send(value).is_err()) {
                    return;
                }
                message.clear();
            }
        });
        let commands = File::from(commands);
        let mut browser = Browser { child, commands, messages, session: None, next: 0, complaints: Vec::new() };
        let target = browser.ask("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].clone();
        let attached = browser.ask("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        browser.session = attached["sessionId"].as_str().map(str::to_string);
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            browser.ask(domain, json!({}));
        }
        Some(browser)
    }

    /// Sends a command and waits for its result.
    pub fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut request = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            request["sessionId"] = json!(session);
        }
        let mut bytes = request.to_string().into_bytes();
        bytes.push(0);
        self.commands.write_all(&bytes).expect("the browser listens");
        let answer = self.wait(method, |message| message["id"] == id);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Waits for a message, and notes what the page complains about meanwhile.
    fn wait(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + LIMIT;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let message = self.messages.recv_timeout(left);
            let message = message.unwrap_or_else(|e| panic!("the browser does not answer to {what}: {e}"));
            match message["method"].as_str() {
                Some("Runtime.exceptionThrown") => self.complaints.push(message["params"].to_string()),
                Some("Log.entryAdded") if message["params"]["entry"]["level"] == "error" => {
                    self.complaints.push(message["params"]["entry"].to_string());
                }
                _ => {}
            }
            if is_it(&message) {
                return message;
            }
        }
    }

    /// Opens a file and waits until it is there.
    pub fn open(&mut self, file: &str) {
        self.ask("Page.navigate", json!({ "url": format!("file://{file}") }));
        self.wait("opening a page", |message| message["method"] == "Page.loadEventFired");
    }

    /// The value of an expression of JavaScript in the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.ask("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Presses a key that has no text, such as ArrowRight.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowRight" => 39,
            other => panic!("the key {other} is not known"),
        };
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            self.ask("Input.dispatchKeyEvent", event);
        }
    }

    /// Clicks on the middle of the first element that a selector finds.
    pub fn click(&mut self, selector: &str) {
        let place = self.evaluate(&format!(
            "(() => {{ const part = document.querySelector({selector:?}); part.scrollIntoView({{ block: 'center' }}); \
             const box = part.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.ask("Input.dispatchMouseEvent", event);
        }
    }

    /// Keeps what the page looks like in the folder that EUCLASE_SCREENSHOTS names, for people to look at.
    pub fn picture(&mut self, name: &str) {
        let picture = self.ask("Page.captureScreenshot", json!({ "format": "png" }));
        let bytes = from_base64(picture["data"].as_str().expect("a picture"));
        assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 5000, "the page is empty");
        if let Some(folder) = std::env::var_os("EUCLASE_SCREENSHOTS") {
            let path = Path::new(&folder).join(format!("{name}.png"));
            std::fs::write(&path, bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // SAFETY: the group is the browser's own, and it has not been waited for.
        unsafe { libc::kill(-(self.child.id() as i32), libc::SIGKILL) };
        drop(self.child.wait());
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut number) = (Vec::new(), 0, 0u32);
    for digit in text.bytes().filter_map(|byte| DIGITS.iter().position(|digit| *digit == byte)) {
        number = (number << 6 | digit as u32) & 0xffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((number >> bits) as u8);
        }
    }
    bytes
}
