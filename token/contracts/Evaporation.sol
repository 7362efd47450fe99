// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

// The arithmetic of evaporation, and nothing else.

uint256 constant RATE = 6;
uint256 constant THRESHOLD = 100;
uint256 constant FLOOR = 100;
// Above this balance the floor plays no part: a round takes plainly 6 %.
uint256 constant PROPORTIONAL = 105;

/// @dev What one round takes from a balance: nothing up to the threshold, else 6 % rounded down, never below the floor.
///      Balances stay under 2^128, so nothing here can overflow.
function cut(uint256 balance) pure returns (uint256 taken) {
    if (balance > THRESHOLD) {
        unchecked {
            taken = (balance * RATE) / 100;
            if (balance - taken < FLOOR) taken = balance - FLOOR;
        }
    }
}
