// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Ledger} from "../contracts/Ledger.sol";
import {Val} from "../contracts/Val.sol";
import {Literal} from "./Literal.sol";
import {Receiver, ValInSteps} from "./Scene.sol";
import {vm, Vm} from "./Vm.sol";

/// @dev The same random operations on Val and on the literal contract: same answers, same money, same events.
contract DifferentialTest {
    uint256 private constant OPERATIONS = 80;
    uint256 private constant PEOPLE = 7;

    Literal private literal;
    ValInSteps private val;
    address[PEOPLE] private people;
    uint256 private dice;

    // For either token: running hashes of the BalanceAfterEvaporating events of each holder, and of all other events.
    mapping(address => mapping(address => bytes32)) private roundEvents;
    mapping(address => bytes32) private history;

    function testFuzz_same_operations_same_money_and_events(uint256 seed) public {
        dice = seed;
        uint256 supply = roll(3) == 0 ? 5000 : 800000000;
        literal = new Literal("the token", supply);
        val = new ValInSteps(supply, roll(5));
        people[0] = address(this);
        people[1] = address(new Receiver());
        people[2] = address(0);
        for (uint256 i = 3; i < PEOPLE; i++) people[i] = address(uint160(0xA0000 + i));
        vm.recordLogs();

        for (uint256 i = 0; i < OPERATIONS; i++) {
            operate();
            assertSameMoney();
        }
        val.settle(type(uint256).max);
        recordEvents(true);
        assertSameEvents();
    }

    function operate() private {
        uint256 kind = roll(20);
        address sender = someoneWithAKey();
        address other = people[roll(PEOPLE)];
        address third = people[roll(PEOPLE)];
        if (kind < 8) {
            both(sender, abi.encodeCall(Val.transfer, (other, amount(sender))));
        } else if (kind < 11) {
            both(sender, abi.encodeCall(Val.transferFrom, (other, third, amount(other))));
        } else if (kind < 14) {
            both(sender, abi.encodeCall(Val.approve, (other, amount(sender))));
        } else if (kind == 14) {
            both(sender, abi.encodeCall(Val.approveAndCall, (people[1], amount(sender), abi.encode(third))));
        } else if (kind == 15) {
            both(roll(2) == 0 ? sender : address(this), abi.encodeCall(Val.mint, (roll(3000))));
        } else if (kind == 16) {
            both(sender, abi.encodeCall(Val.approveAndCall, (other, amount(sender), "")));
        } else if (kind == 17) {
            val.settle(roll(4));
            recordEvents(true);
        } else {
            makeRoomForARound();
            both(roll(9) == 0 ? sender : address(this), abi.encodeCall(Val.evaporate, ()));
        }
    }

    /// @dev A round waits for the last sweep; sometimes the sweep is left to evaporate() itself to finish.
    function makeRoomForARound() private {
        uint256 left = val.unsettled();
        while (left > 0 && (left > val.step() || roll(2) == 0)) left = val.settle(1);
        recordEvents(true);
    }

    function both(address sender, bytes memory call_) private {
        vm.prank(sender);
        (bool done, bytes memory answer) = address(val).call(call_);
        recordEvents(done);
        vm.prank(sender);
        (bool literallyDone, bytes memory literalAnswer) = address(literal).call(call_);
        recordEvents(literallyDone);
        vm.assertTrue(done == literallyDone, "both succeed or both fail");
        vm.assertEq(answer, literalAnswer, "answer or revert data");
    }

    /// @dev Hashes the events since the last call. The recorder also returns events of reverted calls: skipped.
    function recordEvents(bool happened) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; happened && i < logs.length; i++) {
            Vm.Log memory log = logs[i];
            if (log.topics[0] == Ledger.BalanceAfterEvaporating.selector) {
                address holder = address(uint160(uint256(log.topics[1])));
                roundEvents[log.emitter][holder] = keccak256(abi.encode(roundEvents[log.emitter][holder], log.data));
            } else {
                history[log.emitter] = keccak256(abi.encode(history[log.emitter], log.topics, log.data));
            }
        }
    }

    function assertSameMoney() private view {
        uint256 count = literal.holderIndex();
        vm.assertEq(val.holderIndex(), count, "holderIndex");
        vm.assertEq(val.totalSupply(), literal.totalSupply(), "totalSupply");
        (address[] memory holders,) = val.holdersFrom(1, count);
        for (uint256 i = 0; i < count; i++) vm.assertEq(holders[i], literal.holderList(i + 1), "holder list");
        for (uint256 i = 0; i < PEOPLE; i++) {
            vm.assertEq(val.balanceOf(people[i]), literal.balanceOf(people[i]), "balance");
            address spender = people[(i + count) % PEOPLE];
            vm.assertEq(val.allowance(people[i], spender), literal.allowance(people[i], spender), "allowance");
        }
    }

    function assertSameEvents() private view {
        vm.assertEq(abi.encode(history[address(val)]), abi.encode(history[address(literal)]), "events");
        for (uint256 i = 0; i < PEOPLE; i++) {
            bytes32 byVal = roundEvents[address(val)][people[i]];
            vm.assertEq(abi.encode(byVal), abi.encode(roundEvents[address(literal)][people[i]]), "round events");
        }
    }

    /// @dev Amounts around the threshold, around what there is, and now and then absurd.
    function amount(address from) private returns (uint256) {
        uint256 balance = literal.balanceOf(from);
        uint256 kind = roll(16);
        if (kind == 0) return 0;
        if (kind < 4) return 95 + roll(16);
        if (kind < 6) return balance;
        if (kind == 6) return balance + 1;
        if (kind == 7) return type(uint256).max - roll(2);
        if (kind < 11) return roll(2000);
        return roll(balance + 1);
    }

    function someoneWithAKey() private returns (address) {
        uint256 i = roll(PEOPLE - 2);
        return i == 0 ? people[0] : people[i + 2];
    }

    function roll(uint256 sides) private returns (uint256) {
        dice = uint256(keccak256(abi.encode(dice)));
        return dice % sides;
    }
}
