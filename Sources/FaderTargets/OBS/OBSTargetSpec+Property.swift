internal import FaderValues

extension OBSTargetSpec {
    func property(_ parameter: ParameterSpec, _ texts: TargetTexts) -> any OBSProperty {
        let names = OBSNames(self, parameter, texts)
        return switch subject {
        case .input(let input, let property): OBSInputProperty(input: input, property: property, names: names, spec: parameter)
        case .scene(let side): OBSSceneProperty(of: side, names: names)
        case .transition(let property): OBSTransitionProperty(property: property, names: names, spec: parameter)
        case .tBar: OBSTBar()
        case .studioMode: OBSStudioMode()
        case .output(let output): OBSOutputProperty(output: output)
        case .filter(let source, let filter, let setting):
            OBSFilterProperty(source: source, filter: filter, setting: setting, isFlag: parameter.kind.isSwitch)
        case .item(let scene, let item, let setting): OBSItemProperty(scene: scene, item: item, setting: setting, spec: parameter)
        case .request: preconditionFailure("a request has no value")
        }
    }
}
