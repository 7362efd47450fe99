// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Receiver, ValInSteps} from "./Scene.sol";
import {vm} from "./Vm.sol";

/// @dev Does to a token whatever people can do, in any order forge comes up with, and keeps its own account of what must
///      come of it. It is the Owner. Every call is one that has to succeed, or one whose refusal is part of the rules.
contract Handler {
    uint256 public constant PEOPLE = 12;

    ValInSteps public immutable val;
    address[PEOPLE] public people;

    uint256 public supply = 800000000;
    mapping(address => mapping(address => uint256)) public granted;

    constructor(uint256 step) {
        val = new ValInSteps(supply, step);
        people[0] = address(this);
        people[1] = address(0);
        people[2] = address(new Receiver());
        for (uint256 i = 3; i < PEOPLE; i++) people[i] = address(uint160(0xA0000 + i));
    }

    function transfer(uint256 from, uint256 to, uint256 tokens) external {
        address sender = someone(from);
        tokens = amount(tokens, val.balanceOf(sender));
        vm.prank(sender);
        require(val.transfer(someone(to), tokens));
    }

    function transferTooMuch(uint256 from, uint256 to, uint256 excess) external {
        address sender = someone(from);
        uint256 balance = val.balanceOf(sender);
        uint256 tokens = balance + 1 + excess % (type(uint256).max - balance);
        refused(sender, abi.encodeCall(val.transfer, (someone(to), tokens)), "");
    }

    function approve(uint256 from, uint256 spender, uint256 tokens) external {
        (address sender, address to) = (someone(from), someone(spender));
        vm.prank(sender);
        require(val.approve(to, tokens));
        granted[sender][to] = tokens;
    }

    function transferFrom(uint256 by, uint256 from, uint256 to, uint256 tokens) external {
        (address spender, address source) = (someone(by), someone(from));
        uint256 allowed = granted[source][spender];
        uint256 balance = val.balanceOf(source);
        tokens = amount(tokens, allowed < balance ? allowed : balance);
        vm.prank(spender);
        require(val.transferFrom(source, someone(to), tokens));
        granted[source][spender] = allowed - tokens;
        require(val.allowance(source, spender) == allowed - tokens, "the allowance shrinks by as much");
    }

    function transferFromTooMuch(uint256 by, uint256 from, uint256 excess) external {
        (address spender, address source) = (someone(by), someone(from));
        uint256 allowed = granted[source][spender];
        uint256 balance = val.balanceOf(source);
        uint256 limit = allowed < balance ? allowed : balance;
        uint256 tokens = limit + 1 + excess % (type(uint256).max - limit);
        refused(spender, abi.encodeCall(val.transferFrom, (source, spender, tokens)), "");
    }

    function approveAndCall(uint256 from, uint256 to, uint256 tokens, bool spend) external {
        address sender = someone(from);
        tokens = amount(tokens, val.balanceOf(sender));
        vm.prank(sender);
        require(val.approveAndCall(people[2], tokens, spend ? abi.encode(someone(to)) : bytes("later")));
        granted[sender][people[2]] = spend ? 0 : tokens;
    }

    function mint(uint256 tokens) external {
        tokens %= 5000;
        require(val.mint(tokens));
        supply += tokens;
    }

    function evaporate() external {
        if (val.unsettled() > val.step()) {
            refused(address(this), abi.encodeCall(val.evaporate, ()), text("Settle the last round first"));
            return;
        }
        uint256[PEOPLE] memory before;
        for (uint256 i = 0; i < PEOPLE; i++) before[i] = val.balanceOf(people[i]);
        uint256 round = val.round();
        uint256 returned = val.evaporate();
        require(val.round() == round + 1, "a round");
        require(val.balanceOf(people[0]) == before[0], "the Owner keeps its balance");
        for (uint256 i = 1; i < PEOPLE; i++) {
            uint256 balance = val.balanceOf(people[i]);
            require(balance == reduced(before[i]), "nobody but the Owner gains by a round, and nobody loses too much");
            supply -= before[i] - balance;
        }
        require(returned == supply, "the exact supply");
    }

    function settle(uint256 count) external {
        uint256 left = val.unsettled();
        count %= 6;
        require(val.settle(count) == (count < left ? left - count : 0));
    }

    function strangerTries(uint256 who, uint256 tokens) external {
        address stranger = people[1 + who % (PEOPLE - 1)];
        refused(stranger, abi.encodeCall(val.mint, (tokens)), text("Only Owner can mint"));
        refused(stranger, abi.encodeCall(val.evaporate, ()), text("Only Owner can evaporate tokens"));
    }

    /// @dev Somebody's allowance for somebody, each time another one.
    function checkAnAllowance() external view {
        uint256 turn = gasleft();
        (address who, address spender) = (someone(turn), someone(turn / PEOPLE));
        require(val.allowance(who, spender) == granted[who][spender], "an allowance is never exceeded");
    }

    function refused(address sender, bytes memory call_, bytes memory expected) private {
        vm.prank(sender);
        (bool done, bytes memory reason) = address(val).call(call_);
        require(!done && keccak256(reason) == keccak256(expected), "refused as the rules say");
    }

    function text(string memory reason) private pure returns (bytes memory) {
        return abi.encodeWithSignature("Error(string)", reason);
    }

    function someone(uint256 i) private view returns (address) {
        return people[i % PEOPLE];
    }

    /// @dev Half of the amounts are small, so that balances gather around the threshold.
    function amount(uint256 wish, uint256 most) private pure returns (uint256) {
        uint256 tokens = wish % 2 == 0 ? (wish >> 1) % 250 : (wish >> 1) % (most + 1);
        return tokens > most ? most : tokens;
    }

    function reduced(uint256 balance) private pure returns (uint256) {
        if (balance <= 100) return balance;
        uint256 remainder = balance - balance * 6 / 100;
        return remainder < 100 ? 100 : remainder;
    }
}
