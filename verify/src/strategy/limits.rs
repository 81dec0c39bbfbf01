//! Limits of time: when a run is over, and how long an answer may be checked.

use std::time::Duration;

/// The time that there always is for checking an answer found in time.
const LEAST_FOR_CHECKING: Duration = Duration::from_secs(5);

/// The share of the time limit that there is for that where limits are long.
const SHARE_FOR_CHECKING: f64 = 0.1;

/// More than this is not added to a time limit, however long.
const MOST_FOR_CHECKING: Duration = Duration::from_secs(30);

/// How long an answer that was found just before the end may be checked: a tenth of the time limit, at least five seconds and
/// at most thirty. A proof that took minutes to find often takes more than five seconds to check.
pub fn checking_time(time_limit: Option<Duration>) -> Duration {
    let share = time_limit.unwrap_or(Duration::ZERO).mul_f64(SHARE_FOR_CHECKING);
    share.clamp(LEAST_FOR_CHECKING, MOST_FOR_CHECKING)
}

/// The deadline of a check that starts now; `end` is that of the search, and `time_limit` the whole run's.
pub fn checked_until(end: Option<Duration>, time_limit: Option<Duration>, now: Duration) -> Option<Duration> {
    end.map(|end| end.max(now + checking_time(time_limit)))
}

/// The seconds that are left until a deadline, as requests say it.
pub fn seconds_left(deadline: Option<Duration>, now: Duration) -> Option<f64> {
    deadline.map(|deadline| deadline.saturating_sub(now).as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn an_answer_found_at_the_end_has_a_fair_share_of_time() {
        assert_eq!(checking_time(None), 5 * SECOND);
        assert_eq!(checking_time(Some(SECOND)), 5 * SECOND);
        assert_eq!(checking_time(Some(100 * SECOND)), 10 * SECOND);
        assert_eq!(checking_time(Some(900 * SECOND)), 30 * SECOND);
    }

    #[test]
    fn an_answer_found_early_has_the_rest_of_the_time() {
        let limit = Some(100 * SECOND);
        assert_eq!(checked_until(limit, limit, 20 * SECOND), limit);
        assert_eq!(checked_until(limit, limit, 99 * SECOND), Some(109 * SECOND));
        assert_eq!(checked_until(None, None, 99 * SECOND), None);
    }
}
