// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Scene, ValInSteps} from "./Scene.sol";
import {vm} from "./Vm.sol";

/// @dev The plainest token of OpenZeppelin, compiled with the same settings.
contract Plain is ERC20 {
    constructor(uint256 supply) ERC20("the token", "VAL") {
        _mint(msg.sender, supply);
    }
}

/// @dev What members pay compared with OpenZeppelin's ERC20. Every call is a transaction of its own (isolate), so the
///      figures are those of a receipt. Between members who hold something, as nearly all transfers are.
/// forge-config: default.isolate = true
/// forge-config: long.isolate = true
contract GasTest is Scene {
    struct Costs {
        uint256 transfer;
        uint256 approve;
        uint256 transferFrom;
    }

    event Measured(string what, Costs mean, Costs most);

    Costs private plain;

    function setUp() public override {
        super.setUp();
        (plain,) = costs("OpenZeppelin", new Plain(SUPPLY), 1, 50);
    }

    function test_gas_of_amounts_in_steps_of_half_a_token() public {
        (, Costs memory most) = costs("steps of 0.50 VAL", IERC20(address(val)), 20, 50);
        assertWithinLimits(most);
    }

    /// @dev Other amounts may shift a rounding in what the next round takes, which costs one more storage write.
    function test_gas_of_random_amounts() public {
        (, Costs memory most) = costs("random amounts", IERC20(address(val)), 100, 1);
        assertWithinLimits(most);
    }

    /// @dev A transfer before the sweep reaches the two holders settles both, once per round.
    function test_gas_of_settling_on_the_way() public {
        val = new ValInSteps(SUPPLY, 0);
        val.transfer(anna, 1_000_000);
        val.transfer(bruno, 1_000_000);
        val.evaporate();
        Costs memory unsettled = costsOf(IERC20(address(val)), 10_000, carla);
        emit Measured("both sides settled on the way", unsettled, unsettled);
        vm.assertLe(unsettled.transfer, plain.transfer + 12_000, "transfer");
    }

    function assertWithinLimits(Costs memory ours) private view {
        vm.assertLe(ours.transfer * 100, plain.transfer * 115, "transfer within 15 %");
        vm.assertLe(ours.approve * 100, plain.approve * 112, "approve within 12 %");
        vm.assertLe(ours.transferFrom * 100, plain.transferFrom * 112, "transferFrom within 12 %");
    }

    function costs(string memory what, IERC20 token, uint256 times, uint256 step)
        private
        returns (Costs memory mean, Costs memory most)
    {
        for (uint256 i = 0; i < times; i++) {
            uint256 random = uint256(keccak256(abi.encode(i)));
            token.transfer(anna, 1_000_000 + random % 1000);
            token.transfer(bruno, 1_000_000 + (random >> 32) % 1000);
            Costs memory once = costsOf(token, 10_000 + step * ((random >> 64) % 1000), address(uint160(random)));
            mean.transfer += once.transfer;
            mean.approve += once.approve;
            mean.transferFrom += once.transferFrom;
            if (once.transfer > most.transfer) most.transfer = once.transfer;
            if (once.approve > most.approve) most.approve = once.approve;
            if (once.transferFrom > most.transferFrom) most.transferFrom = once.transferFrom;
        }
        mean = Costs(mean.transfer / times, mean.approve / times, mean.transferFrom / times);
        emit Measured(what, mean, most);
    }

    function costsOf(IERC20 token, uint256 amount, address spender) private returns (Costs memory once) {
        vm.prank(anna);
        token.transfer(bruno, amount);
        once.transfer = vm.lastCallGas().gasTotalUsed;
        vm.prank(anna);
        token.approve(spender, 500_000);
        once.approve = vm.lastCallGas().gasTotalUsed;
        vm.prank(spender);
        token.transferFrom(anna, bruno, amount);
        once.transferFrom = vm.lastCallGas().gasTotalUsed;
    }
}
