/** Walks through a parsed file without knowing every kind of node. */

type SyntaxNode = { type: string; start: number; end: number; [member: string]: unknown }

export type Spot = { node: SyntaxNode; parent: SyntaxNode | undefined }

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Returns this node and every node below it, each with its parent, from the top down. */
export function nodesOf(root: SyntaxNode): Spot[] {
  const places: Spot[] = []
  const visit = (node: SyntaxNode, parent: SyntaxNode | undefined) => {
    places.push({ node, parent })
    for (const value of Object.values(node)) {
      if (isNode(value)) visit(value, node)
      else if (Array.isArray(value)) for (const child of value) if (isNode(child)) visit(child, node)
    }
  }
  visit(root, undefined)
  return places
}

/** Returns a member of a node that is a text, for example the name of an identifier. */
export function textOf(node: SyntaxNode, member: string): string | undefined {
  const value = node[member]
  return typeof value === 'string' ? value : undefined
}

/** Returns a member of a node that is a node, for example the callee of a call. */
export function childOf(node: SyntaxNode, member: string): SyntaxNode | undefined {
  const value = node[member]
  return isNode(value) ? value : undefined
}

/** Returns `a.b.c` for names joined by dots, or undefined for anything else. */
export function dottedName(node: SyntaxNode | undefined): string | undefined {
  if (!node) return undefined
  if (node.type === 'Identifier') return textOf(node, 'name')
  if (node.type !== 'MemberExpression' || node.computed === true) return undefined
  const object = dottedName(childOf(node, 'object'))
  const property = childOf(node, 'property')
  return object && property ? `${object}.${textOf(property, 'name')}` : undefined
}
