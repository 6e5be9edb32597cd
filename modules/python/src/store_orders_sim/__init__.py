"""Test a client of the Store Orders Service against store-orders-sim: an environment for each test."""

from store_orders_sim._options import NoSimulatorError
from store_orders_sim.control import ControlApiError, ControlClient, Environment
from store_orders_sim.process import StoreOrdersProcess
from store_orders_sim.start import start

__all__ = ["ControlApiError", "ControlClient", "Environment", "NoSimulatorError", "StoreOrdersProcess", "start"]
