// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Val} from "../contracts/Val.sol";
import {vm} from "./Vm.sol";

contract ArtifactTest {
    function test_the_committed_artifact_is_the_contract_tested_here() public view {
        bytes memory committed = vm.parseJsonBytes(vm.readFile("artifact.json"), ".bytecode");
        vm.assertEq(committed, type(Val).creationCode, "stale: run npm run token -- compile");
    }
}
