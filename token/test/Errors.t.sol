// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Val} from "../contracts/Val.sol";
import {Scene} from "./Scene.sol";
import {vm} from "./Vm.sol";

/// @dev Shows that the search for a panic in compiled code finds one where there is one.
contract Divider {
    function divide(uint256 a, uint256 b) external pure returns (uint256) {
        return a / b;
    }
}

/// @dev Section 8 of the specification, the error catalogue, row by row.
contract ErrorsTest is Scene {
    bytes32 private constant NAME_SLOT = bytes32(uint256(4));

    function test_non_owner_calls_mint() public {
        assertReason(anna, abi.encodeCall(val.mint, (1)), "Only Owner can mint");
    }

    function test_non_owner_calls_evaporate() public {
        assertReason(anna, abi.encodeCall(val.evaporate, ()), "Only Owner can evaporate tokens");
    }

    function test_overflow_panics_with_0x11() public {
        assertPanic(address(this), abi.encodeCall(val.mint, (type(uint256).max)), 0x11);
    }

    function test_overflow_at_deployment_panics_with_0x11() public {
        try new Val("the token", uint256(type(uint128).max) + 1) {
            vm.assertTrue(false, "a supply of 2^128 should be refused");
        } catch (bytes memory reason) {
            vm.assertEq(reason, abi.encodeWithSignature("Panic(uint256)", 0x11), "panic");
        }
    }

    function test_division_by_zero_0x12_is_not_in_the_compiled_contract() public {
        vm.assertTrue(!canPanic(address(val), 0x12), "Val divides by constants only");
        vm.assertTrue(canPanic(address(new Divider()), 0x12), "the search works");
        vm.assertTrue(canPanic(address(val), 0x11), "the search works");
    }

    function test_bad_storage_byte_array_encoding_panics_with_0x22() public {
        vm.assertEq(val.name(), "the token", "as deployed");
        // A long string's flag with a short string's length: no sequence of calls leads there.
        vm.store(address(val), NAME_SLOT, bytes32(uint256(1)));
        assertPanic(anna, abi.encodeCall(val.name, ()), 0x22);
    }

    function test_memory_allocation_failure_panics_with_0x41() public {
        bytes memory endless = abi.encodePacked(abi.encode(anna, 1, 96), uint256(type(uint64).max) + 1);
        assertPanic(anna, abi.encodePacked(val.approveAndCall.selector, endless), 0x41);
    }

    function test_safe_arithmetic_insufficient_balance_has_an_empty_reason() public {
        assertNoReason(anna, abi.encodeCall(val.transfer, (bruno, 1)));
    }

    function test_safe_arithmetic_insufficient_allowance_has_an_empty_reason() public {
        assertNoReason(anna, abi.encodeCall(val.transferFrom, (address(this), anna, 1)));
    }

    function test_safe_arithmetic_overflow_in_a_transfer_has_an_empty_reason() public {
        assertNoReason(address(this), abi.encodeCall(val.transfer, (anna, type(uint256).max)));
        assertNoReason(address(this), abi.encodeCall(val.transfer, (address(this), type(uint256).max)));
    }

    function testFuzz_plain_payment_has_an_empty_reason(uint96 amount) public {
        vm.deal(anna, amount);
        vm.prank(anna);
        (bool done, bytes memory reason) = address(val).call{value: amount}("");
        vm.assertTrue(!done, "refused");
        vm.assertEq(reason, "", "empty reason");
    }

    function test_payment_with_a_known_call_has_an_empty_reason() public {
        (bool done, bytes memory reason) = address(val).call{value: 1}(abi.encodeCall(val.mint, (1)));
        vm.assertTrue(!done, "refused");
        vm.assertEq(reason, "", "empty reason");
    }

    function test_unknown_call_has_an_empty_reason() public {
        assertNoReason(anna, abi.encodeWithSignature("burn(uint256)", 1));
        assertNoReason(anna, hex"a9059c");
    }

    function test_invalid_address_argument_has_an_empty_reason() public {
        assertNoReason(anna, abi.encodeWithSelector(val.transfer.selector, uint256(1) << 160, 0));
    }

    function test_invalid_amount_argument_has_an_empty_reason() public {
        assertNoReason(anna, abi.encodePacked(val.transfer.selector, abi.encode(bruno), new bytes(31)));
    }

    /// @dev A panic is compiled to `mstore(4, code)`: PUSH1 code, PUSH1 4, MSTORE.
    function canPanic(address target, uint8 code) private view returns (bool) {
        bytes memory compiled = target.code;
        bytes5 wanted = bytes5(abi.encodePacked(hex"60", code, hex"600452"));
        for (uint256 i = 0; i + 5 <= compiled.length; i++) {
            bytes32 window;
            assembly {
                window := mload(add(add(compiled, 32), i))
            }
            if (bytes5(window) == wanted) return true;
        }
        return false;
    }
}
