// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// @title What a spender implements to be notified of an approval in the same transaction
interface ApprovalReceiver {
    /// @notice Called by the token right after `from` has approved this contract
    /// @param from the holder who approved
    /// @param tokens the approved amount, in base units
    /// @param token the token that calls
    /// @param data whatever the holder passed along
    function receiveApproval(address from, uint256 tokens, address token, bytes memory data) external;
}
