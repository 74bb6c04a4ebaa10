//! A player who does not think.

use super::{Bot, Sight};
use crate::chance::{Draws, Kind, Request, Seeded, Stream};
use crate::game::Game;

/// Takes any legal action, each as likely as the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Bot<G> for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    #[inline]
    fn choose(&mut self, _: &Sight<'_, G>, legal: &[G::Action], draws: &mut Seeded) -> usize {
        let among = u16::try_from(legal.len()).unwrap_or(u16::MAX);
        if among < 2 {
            return 0;
        }
        let request = Request { code: "choice", subject: 0, stream: Stream(0), kind: Kind::Pick { among } };
        draws.pick(request, |i| i).map_or(0, usize::from)
    }
}
