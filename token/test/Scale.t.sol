// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Val} from "../contracts/Val.sol";
import {ManyHoldersScene, gift} from "./Filler.sol";
import {vm, Vm} from "./Vm.sol";

// The lists are filled in setUp, which is a transaction of its own: the tests find cold, committed storage.

contract MillionTest is ManyHoldersScene {
    uint256 private constant CAP = 1 << 24;
    // What a transaction costs before the contract runs: 21,000 and at most 16 for each byte of a call.
    uint256 private constant BEFORE = 21_000 + 36 * 16;
    uint256 private constant LAST = 1_000_000;

    event Measured(string what, uint256 gas);

    function setUp() public override {
        super.setUp();
        addHolders(LAST);
    }

    function test_evaporate_with_1_000_000_holders_fits_the_gas_cap_and_returns_the_exact_supply() public {
        uint256 supply = val.evaporate();
        assertFits("evaporate");
        val.settle(1_500);
        assertFits("settle");
        vm.assertEq(val.unsettled(), LAST - 3_000, "the sweep has begun");
        vm.assertEq(supply, supplyAfterRound(LAST), "supply returned");
        vm.assertEq(val.totalSupply(), supply, "supply reported");
        assertBalance(address(2), reduced(gift(2)));
        for (uint256 i = LAST - 400; i <= LAST; i++) assertBalance(address(uint160(i)), reduced(gift(i)));
    }

    function assertFits(string memory what) private {
        uint256 gas = vm.lastCallGas().gasTotalUsed + BEFORE;
        emit Measured(what, gas);
        vm.assertLe(gas, CAP, what);
    }
}

contract SweepTest is ManyHoldersScene {
    uint256 private constant LAST = 100_000;

    function setUp() public override {
        super.setUp();
        addHolders(LAST);
    }

    function test_sweep_of_100_000_holders_announces_every_one_once() public {
        vm.recordLogs();
        uint256 supply = val.evaporate();
        vm.assertEq(supply, supplyAfterRound(LAST), "supply returned");
        uint256 next = this.listen(1);
        while (val.settle(1_500) > 0) next = this.listen(next);
        vm.assertEq(this.listen(next), LAST + 1, "every holder");
        vm.assertEq(val.totalSupply(), supply, "supply");
    }

    /// @dev Expects the announcements to go on with holder number `next`, and tells whose turn it is after them. Called
    ///      from outside so that the memory of the logs is given back.
    function listen(uint256 next) external returns (uint256) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; i++) {
            address who = next == 1 ? address(this) : address(uint160(next));
            uint256 balance = next == 1 ? val.balanceOf(who) : reduced(gift(next));
            require(logs[i].topics[0] == BalanceAfterEvaporating.selector, "only these events");
            require(logs[i].topics[1] == bytes32(uint256(uint160(who))), "in the order of the list");
            require(abi.decode(logs[i].data, (uint256)) == balance, "the balance after the round");
            next++;
        }
        return next;
    }
}

contract FillerTest is ManyHoldersScene {
    uint256 private constant LAST = 700;
    // Where the mappings are in storage.
    uint256 private constant ACCOUNTS = 2;
    uint256 private constant HOLDERS = 3;

    function test_filled_storage_is_what_transfers_leave() public {
        addHolders(LAST);
        Val honest = new Val("the token", SUPPLY);
        for (uint256 i = 2; i <= LAST; i++) honest.transfer(address(uint160(i)), gift(i));
        for (uint256 slot = 0; slot < 6; slot++) assertSameSlot(honest, bytes32(slot));
        assertSameSlot(honest, keccak256(abi.encode(address(this), ACCOUNTS)));
        for (uint256 i = 1; i <= LAST; i++) {
            assertSameSlot(honest, keccak256(abi.encode(i, ACCOUNTS)));
            assertSameSlot(honest, keccak256(abi.encode(i, HOLDERS)));
        }
    }

    function assertSameSlot(Val honest, bytes32 slot) private view {
        vm.assertTrue(vm.load(address(val), slot) == vm.load(address(honest), slot), "storage");
    }
}
