// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ApprovalReceiver} from "../contracts/ApprovalReceiver.sol";

/// @title The token as the specification tells it, loop and all: what Val is held against
/// @dev Written to be read next to the text, not to be run with many holders. The one reading it takes is that a holder
///      is recorded once, the first time it receives a positive amount.
contract Literal {
    string public constant symbol = "VAL";
    uint8 public constant decimals = 2;
    string public name;
    address public Owner;
    uint256 public holderIndex;

    uint256 private total;
    mapping(address => uint256) private balances;
    mapping(address => mapping(address => uint256)) private allowed;
    mapping(uint256 => address) public holderList;
    mapping(address => bool) private recorded;

    event Transfer(address indexed from, address indexed to, uint256 tokens);
    event Approval(address indexed tokenOwner, address indexed spender, uint256 tokens);
    event TokenMinting(uint256 amount);
    event BalanceAfterEvaporating(address indexed from, uint256 balance);

    constructor(string memory name_, uint256 initialSupply) {
        name = name_;
        Owner = msg.sender;
        total = initialSupply;
        balances[Owner] = initialSupply;
        holderIndex = 1;
        holderList[1] = Owner;
        recorded[Owner] = true;
        emit Transfer(address(0), Owner, initialSupply);
    }

    function totalSupply() external view returns (uint256) {
        return total - balances[address(0)];
    }

    function balanceOf(address tokenOwner) external view returns (uint256) {
        return balances[tokenOwner];
    }

    function allowance(address tokenOwner, address spender) external view returns (uint256) {
        return allowed[tokenOwner][spender];
    }

    function transfer(address to, uint256 tokens) external returns (bool) {
        require(tokens <= balances[msg.sender]);
        balances[msg.sender] -= tokens;
        record(to, tokens);
        balances[to] += tokens;
        emit Transfer(msg.sender, to, tokens);
        return true;
    }

    function approve(address spender, uint256 tokens) public returns (bool) {
        allowed[msg.sender][spender] = tokens;
        emit Approval(msg.sender, spender, tokens);
        return true;
    }

    function transferFrom(address from, address to, uint256 tokens) external returns (bool) {
        require(tokens <= balances[from]);
        balances[from] -= tokens;
        require(tokens <= allowed[from][msg.sender]);
        allowed[from][msg.sender] -= tokens;
        record(to, tokens);
        balances[to] += tokens;
        emit Transfer(from, to, tokens);
        return true;
    }

    function approveAndCall(address spender, uint256 tokens, bytes memory data) external returns (bool) {
        approve(spender, tokens);
        ApprovalReceiver(spender).receiveApproval(msg.sender, tokens, address(this), data);
        return true;
    }

    function mint(uint256 amount) external returns (bool) {
        require(msg.sender == Owner, "Only Owner can mint");
        balances[Owner] += amount;
        total += amount;
        emit TokenMinting(amount);
        return true;
    }

    function evaporate() external returns (uint256) {
        require(msg.sender == Owner, "Only Owner can evaporate tokens");
        uint256 sum = balances[Owner];
        for (uint256 i = 1; i <= holderIndex; i++) {
            address holder = holderList[i];
            if (holder != Owner) {
                uint256 balance = balances[holder];
                if (balance > 100) {
                    uint256 remainder = balance - balance * 6 / 100;
                    balances[holder] = remainder >= 100 ? remainder : 100;
                }
                sum += balances[holder];
            }
            emit BalanceAfterEvaporating(holder, balances[holder]);
        }
        total = sum;
        return sum;
    }

    function record(address to, uint256 tokens) private {
        if (tokens > 0 && !recorded[to]) {
            recorded[to] = true;
            holderIndex++;
            holderList[holderIndex] = to;
        }
    }
}
