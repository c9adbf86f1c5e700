/** The types that the source code declares for the rows and the parameters of its SQL statements. */
import { join, relative } from 'node:path'
import { Project, ts } from 'ts-morph'

/** What a value is in TypeScript. `any` stands for types that say nothing, such as `unknown`. */
export type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'Uint8Array' | 'array' | 'object' | 'any'

export type DeclaredType = {
  readonly kinds: ReadonlySet<Kind>
  readonly isNullable: boolean
  /** Declared with `?`. */
  readonly isOptional: boolean
}

/** Types by the names of columns or parameters. */
type DeclaredMembers = ReadonlyMap<string, DeclaredType>

export type Declared = {
  /** Matches the names of the statements that the definition creates: one, or several where the name has variable parts. */
  readonly names: RegExp
  /** Path from the root of the project. */
  readonly file: string
  readonly line: number
  /** Null where the type does not list the columns: `never` for statements without rows, or a record of anything. */
  readonly row: DeclaredMembers | null
  /** Null where the parameters are given by their position. */
  readonly given: DeclaredMembers | null
}

/**
 * Returns the definitions of statements below `folder`: calls that return a `Statement` and are given its name as a text, with or
 * without variable parts.
 */
export function readDeclared(root: string, folder: string): Declared[] {
  const project = new Project({
    tsConfigFilePath: join(root, 'tsconfig.json'),
    skipAddingFilesFromTsConfig: true,
  })
  project.addSourceFilesAtPaths([
    join(root, folder, '**/*.ts'),
    ...['test', 'sql'].map((kind) => `!${join(root, folder, `**/*.${kind}.ts`)}`),
  ])
  const checker = project.getTypeChecker().compilerObject
  return project
    .getSourceFiles(join(root, folder, '**/*.ts'))
    .flatMap((source) => statementsIn(source.compilerNode, checker, relative(root, source.getFilePath())))
}

function statementsIn(source: ts.SourceFile, checker: ts.TypeChecker, file: string): Declared[] {
  const found: Declared[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [name] = node.arguments
      const { aliasSymbol, aliasTypeArguments = [] } = checker.getTypeAtLocation(node)
      const [row, given] = aliasSymbol?.name === 'Statement' ? aliasTypeArguments : []
      const names = name && namesOf(name)
      if (names && row && given)
        found.push({
          names,
          file,
          line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
          row: listMembers(row, checker),
          given: listMembers(given, checker),
        })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function namesOf(name: ts.Expression): RegExp | null {
  const exact = (text: string) => text.replace(/\W/g, '\\$&')
  if (ts.isStringLiteralLike(name)) return new RegExp(`^${exact(name.text)}$`)
  if (!ts.isTemplateExpression(name)) return null
  const rest = name.templateSpans.map(({ literal }) => `\\w*${exact(literal.text)}`)
  return new RegExp(`^${exact(name.head.text)}${rest.join('')}$`)
}

function listMembers(type: ts.Type, checker: ts.TypeChecker): DeclaredMembers | null {
  const isListed = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
  if (!isListed || checker.isArrayLikeType(type) || checker.getIndexInfosOfType(type).length > 0) return null
  return new Map(
    checker.getPropertiesOfType(type).map((property) => {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
      return [property.name, declaredType(checker.getTypeOfSymbol(property), checker, isOptional)]
    }),
  )
}

function declaredType(type: ts.Type, checker: ts.TypeChecker, isOptional: boolean): DeclaredType {
  const parts = type.isUnion() ? type.types : [type]
  const empty = ts.TypeFlags.Null | ts.TypeFlags.Undefined
  const isNullable = isOptional || parts.some((part) => (part.flags & empty) !== 0)
  const kinds = parts.filter((part) => (part.flags & empty) === 0).map((part) => kindOf(part, checker))
  return { kinds: new Set(kinds), isNullable: isNullable || kinds.includes('any'), isOptional }
}

function kindOf(type: ts.Type, checker: ts.TypeChecker): Kind {
  const { flags } = type
  if (flags & ts.TypeFlags.StringLike) return 'string'
  if (flags & ts.TypeFlags.NumberLike) return 'number'
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return 'any'
  // A branded number or string is one that carries a proof.
  if (type.isIntersection())
    return type.types.map((part) => kindOf(part, checker)).find((kind) => kind !== 'object') ?? 'object'
  if (checker.isArrayLikeType(type)) return 'array'
  const name = type.getSymbol()?.name
  return name === 'Date' || name === 'Uint8Array' ? name : 'object'
}
