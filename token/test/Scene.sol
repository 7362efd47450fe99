// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ApprovalReceiver} from "../contracts/ApprovalReceiver.sol";
import {Val} from "../contracts/Val.sol";
import {vm, Vm} from "./Vm.sol";

/// @dev Val with a batch of a few holders, so that a handful of accounts leaves a sweep unfinished.
contract ValInSteps is Val {
    uint256 public immutable step;

    constructor(uint256 supply, uint256 step_) Val("the token", supply) {
        step = step_;
    }

    function _batch() internal view override returns (uint256) {
        return step;
    }
}

/// @dev A spender that records its last call, and spends at once if the data is an address.
contract Receiver is ApprovalReceiver {
    address public from;
    uint256 public tokens;
    address public token;
    bytes public data;

    function receiveApproval(address from_, uint256 tokens_, address token_, bytes memory data_) external override {
        (from, tokens, token, data) = (from_, tokens_, token_, data_);
        if (data_.length == 32) Val(token_).transferFrom(from_, abi.decode(data_, (address)), tokens_);
    }
}

/// @dev What the tests share: a token whose Owner is the test itself, four people, and how to look at a failure.
abstract contract Scene {
    uint256 internal constant SUPPLY = 800000000;
    address internal constant NOBODY = address(0);

    Val internal val;
    address internal anna = person("anna");
    address internal bruno = person("bruno");
    address internal carla = person("carla");
    address internal dario = person("dario");

    event Transfer(address indexed from, address indexed to, uint256 tokens);
    event Approval(address indexed tokenOwner, address indexed spender, uint256 tokens);
    event TokenMinting(uint256 amount);
    event BalanceAfterEvaporating(address indexed from, uint256 balance);

    function setUp() public virtual {
        val = new Val("the token", SUPPLY);
    }

    function person(string memory called) internal pure returns (address) {
        return address(uint160(uint256(keccak256(bytes(called)))));
    }

    /// @dev Announces that the token's next event is the one emitted right after this.
    function expectEvent() internal {
        vm.expectEmit(true, true, true, true, address(val));
    }

    function failure(address sender, bytes memory call_) internal returns (bytes memory reason) {
        bool done;
        vm.prank(sender);
        (done, reason) = address(val).call(call_);
        vm.assertTrue(!done, "the call should have failed");
    }

    function assertNoReason(address sender, bytes memory call_) internal {
        vm.assertEq(failure(sender, call_), "", "revert with an empty reason");
    }

    function assertReason(address sender, bytes memory call_, string memory text) internal {
        vm.assertEq(failure(sender, call_), abi.encodeWithSignature("Error(string)", text), "revert with a reason");
    }

    function assertPanic(address sender, bytes memory call_, uint256 code) internal {
        vm.assertEq(failure(sender, call_), abi.encodeWithSignature("Panic(uint256)", code), "panic");
    }

    function assertBalance(address who, uint256 expected) internal view {
        vm.assertEq(val.balanceOf(who), expected, "balance");
    }

    function holderAt(uint256 position) internal view returns (address) {
        (address[] memory found,) = val.holdersFrom(position, 1);
        return found.length == 1 ? found[0] : NOBODY;
    }

    /// @dev How often the token announced a balance for `who` in the logs recorded so far, and the last one.
    function announced(Vm.Log[] memory logs, address who) internal pure returns (uint256 times, uint256 balance) {
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].topics[0] != BalanceAfterEvaporating.selector) continue;
            if (address(uint160(uint256(logs[i].topics[1]))) != who) continue;
            times++;
            balance = abi.decode(logs[i].data, (uint256));
        }
    }
}
