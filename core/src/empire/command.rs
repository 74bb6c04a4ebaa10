//! 3.0: orders, leaders, attachment.
use super::action::Action;
use super::context::Ctx;
use super::geometry::Point;
use super::profile::Empire;
use super::refusal::Refusal;
use super::state::{DivisionId, Host, LeaderId, State};
use super::units::Order;
use crate::chance::{Draws, Unmet};
use crate::explain::Breakdown;
use crate::game::{Player, Sink};

impl Empire {
    pub(super) fn may_order(&self, _: &State, _: Player, _: LeaderId, _: DivisionId, _: Order) -> Result<(), Refusal> {
        Ok(())
    }
    pub(super) fn may_ride(&self, _: &State, _: Player, _: LeaderId, _: Point) -> Result<(), Refusal> {
        Ok(())
    }
    pub(super) fn may_attach(&self, _: &State, _: Player, _: LeaderId, _: Host) -> Result<(), Refusal> {
        Ok(())
    }
    pub(super) fn suggest_orders(&self, _: &State, _: Player, _: &mut Vec<Action>) {}
    pub(super) fn order_numbers(&self, _: &State, _: LeaderId, _: DivisionId, _: Order) -> Vec<Breakdown> {
        Vec::new()
    }
}

impl<D: Draws, S: Sink<Empire>> Ctx<'_, D, S> {
    pub(super) fn do_order(&mut self, _: LeaderId, _: DivisionId, _: Order) -> Result<(), Unmet> {
        Ok(())
    }
    pub(super) fn do_ride(&mut self, _: LeaderId, _: Point) -> Result<(), Unmet> {
        Ok(())
    }
    pub(super) fn do_attach(&mut self, _: LeaderId, _: Host) -> Result<(), Unmet> {
        Ok(())
    }
    /// Leaders who are due come onto the table.
    pub(super) fn leaders_arrive(&mut self) {}
    /// Successors take over (P32).
    pub(super) fn successors(&mut self) {}
    /// Orders that are due take effect (A65).
    pub(super) fn orders_act(&mut self) {}
    /// The roll for initiative (A61).
    pub(super) fn roll_initiative(&mut self) -> Result<(), Unmet> {
        Ok(())
    }
}
