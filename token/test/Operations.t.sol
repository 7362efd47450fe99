// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Val} from "../contracts/Val.sol";
import {Receiver, Scene} from "./Scene.sol";
import {vm, Vm} from "./Vm.sol";

/// @dev Section 3 and 4 of the specification but for evaporation, row by row.
contract OperationsTest is Scene {
    function test_fields_symbol_name_decimals() public view {
        vm.assertEq(val.symbol(), "VAL", "symbol");
        vm.assertEq(val.name(), "the token", "name");
        vm.assertEq(val.decimals(), 2, "decimals");
    }

    function test_deployment_deployer_is_Owner_and_receives_the_whole_supply() public view {
        vm.assertEq(val.Owner(), address(this), "Owner");
        vm.assertEq(val.owner(), address(this), "owner");
        assertBalance(address(this), SUPPLY);
        vm.assertEq(val.totalSupply(), SUPPLY, "supply");
    }

    function test_deployment_owner_is_holder_1() public view {
        vm.assertEq(val.holderIndex(), 1, "holderIndex");
        vm.assertEq(holderAt(1), address(this), "first holder");
    }

    function test_deployment_emits_Transfer_from_the_zero_address() public {
        vm.recordLogs();
        new Val("the token", SUPPLY);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 1, "one event");
        vm.assertEq(abi.encode(logs[0].topics[0]), abi.encode(Transfer.selector), "Transfer");
        vm.assertEq(abi.encode(logs[0].topics[1], logs[0].topics[2]), abi.encode(NOBODY, address(this)), "to the Owner");
        vm.assertEq(logs[0].data, abi.encode(SUPPLY), "the whole supply");
    }

    function test_transfer_debits_credits_emits_and_returns_true() public {
        expectEvent();
        emit Transfer(address(this), anna, 250);
        vm.assertTrue(val.transfer(anna, 250), "returns true");
        assertBalance(anna, 250);
        assertBalance(address(this), SUPPLY - 250);
        vm.assertEq(val.totalSupply(), SUPPLY, "supply");
    }

    function test_transfer_records_a_first_time_recipient() public {
        val.transfer(anna, 1);
        vm.assertEq(val.holderIndex(), 2, "holderIndex");
        vm.assertEq(holderAt(2), anna, "second holder");
        val.transfer(anna, 1);
        vm.assertEq(val.holderIndex(), 2, "not again");
    }

    function test_transferFrom_debits_reduces_the_allowance_credits_emits_and_returns_true() public {
        val.transfer(anna, 500);
        vm.prank(anna);
        val.approve(bruno, 300);
        expectEvent();
        emit Transfer(anna, carla, 120);
        vm.prank(bruno);
        vm.assertTrue(val.transferFrom(anna, carla, 120), "returns true");
        assertBalance(anna, 380);
        assertBalance(carla, 120);
        vm.assertEq(val.allowance(anna, bruno), 180, "what is left of the allowance");
    }

    function test_transferFrom_records_a_first_time_recipient() public {
        val.approve(bruno, 10);
        vm.prank(bruno);
        val.transferFrom(address(this), carla, 10);
        vm.assertEq(val.holderIndex(), 2, "holderIndex");
        vm.assertEq(holderAt(2), carla, "second holder");
    }

    function test_transferFrom_that_empties_the_source_keeps_it_in_the_list() public {
        val.transfer(anna, 500);
        vm.prank(anna);
        val.approve(bruno, 500);
        vm.prank(bruno);
        val.transferFrom(anna, address(this), 500);
        assertBalance(anna, 0);
        vm.assertEq(val.holderIndex(), 2, "holderIndex");
        vm.assertEq(holderAt(2), anna, "still there");
    }

    function test_approve_overwrites_emits_and_returns_true() public {
        val.approve(bruno, 10);
        expectEvent();
        emit Approval(address(this), bruno, 7);
        vm.assertTrue(val.approve(bruno, 7), "returns true");
        vm.assertEq(val.allowance(address(this), bruno), 7, "not 17");
    }

    function test_approve_of_the_largest_amount_shrinks_like_any_other() public {
        val.approve(bruno, type(uint256).max);
        vm.prank(bruno);
        val.transferFrom(address(this), bruno, 5);
        vm.assertEq(val.allowance(address(this), bruno), type(uint256).max - 5, "allowance");
    }

    function test_approveAndCall_approves_tells_the_spender_and_returns_true() public {
        Receiver shop = new Receiver();
        expectEvent();
        emit Approval(address(this), address(shop), 40);
        vm.assertTrue(val.approveAndCall(address(shop), 40, "order 7"), "returns true");
        vm.assertEq(val.allowance(address(this), address(shop)), 40, "allowance");
        vm.assertEq(shop.from(), address(this), "from");
        vm.assertEq(shop.tokens(), 40, "tokens");
        vm.assertEq(shop.token(), address(val), "token");
        vm.assertEq(shop.data(), "order 7", "data");
    }

    function test_approveAndCall_lets_the_spender_spend_in_the_same_transaction() public {
        Receiver shop = new Receiver();
        val.approveAndCall(address(shop), 40, abi.encode(anna));
        assertBalance(anna, 40);
        vm.assertEq(val.allowance(address(this), address(shop)), 0, "spent");
    }

    function test_approveAndCall_to_an_account_without_code_changes_nothing() public {
        assertNoReason(address(this), abi.encodeCall(val.approveAndCall, (anna, 40, "")));
        vm.assertEq(val.allowance(address(this), anna), 0, "allowance");
    }

    function test_mint_adds_to_the_Owner_and_the_supply_emits_and_returns_true() public {
        expectEvent();
        emit TokenMinting(1000);
        vm.assertTrue(val.mint(1000), "returns true");
        assertBalance(address(this), SUPPLY + 1000);
        vm.assertEq(val.totalSupply(), SUPPLY + 1000, "supply");
    }

    function test_totalSupply_leaves_out_what_the_zero_address_holds() public {
        val.transfer(NOBODY, 300);
        assertBalance(NOBODY, 300);
        vm.assertEq(val.totalSupply(), SUPPLY - 300, "supply");
        vm.assertEq(holderAt(2), NOBODY, "recorded like anyone");
        vm.assertEq(val.holderIndex(), 2, "holderIndex");
    }

    function test_holdersFrom_pages_through_the_list() public {
        val.transfer(anna, 200);
        val.transfer(bruno, 300);
        (address[] memory who, uint256[] memory balances) = val.holdersFrom(2, 9);
        vm.assertEq(abi.encode(who), abi.encode(list(anna, bruno)), "who");
        vm.assertEq(balances.length, 2, "as many balances");
        vm.assertEq(balances[1], 300, "balance");
        (who,) = val.holdersFrom(1, 1);
        vm.assertEq(who.length, 1, "no more than asked for");
        (who,) = val.holdersFrom(0, 9);
        vm.assertEq(who.length, 0, "there is no place 0");
        (who,) = val.holdersFrom(4, type(uint256).max);
        vm.assertEq(who.length, 0, "past the end");
    }

    function list(address a, address b) private pure returns (address[] memory two) {
        two = new address[](2);
        (two[0], two[1]) = (a, b);
    }
}
