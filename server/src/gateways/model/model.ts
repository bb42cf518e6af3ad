import { say } from '@workbook-data-service/contract/messages';
import { OutsideFailure } from '../retrying.js';

/** A language model that is given tools and answers with calls of them, or that answers in a form. */
export interface Model {
  /** As the operator named it. */
  readonly name: string;
  /** The next turn of the model. Fails with a `ModelFailure`, and never later than the deadline. */
  converse(conversation: Conversation): Promise<ModelTurn>;
  /** Ends every conversation in progress: the service stops. */
  close(): void;
}

export interface Conversation {
  system: string;
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
  /** The form of an answer without tools; a server that does not know forms answers without it. */
  form?: AnswerForm;
  /** The longest answer. */
  maxTokens: number;
  /** The longest response; longer ones are not understood. */
  maxBytes?: number;
  /** On the clock of `performance.now()`. */
  deadline: number;
}

interface AnswerForm {
  name: string;
  /** A JSON schema of an object. */
  schema: object;
}

interface ModelTool {
  name: string;
  description: string;
  /** A JSON schema of an object. */
  input: object;
}

export type ModelMessage =
  | { role: 'user'; text: string }
  | AssistantMessage
  /** A turn without calls that was kept as its text. */
  | { role: 'assistant'; text: string }
  | { role: 'tools'; results: readonly ToolResult[] };

interface AssistantMessage {
  role: 'assistant';
  /** The turn in the words of the API that it came from, which wants to see it again as it was. */
  asSent: unknown;
}

export interface ToolCall {
  id: string;
  name: string;
  /** Undefined if the model did not write a JSON object. */
  input: Record<string, unknown> | undefined;
}

export interface ToolResult {
  id: string;
  text: string;
  isError: boolean;
}

export interface ModelTurn {
  message: AssistantMessage;
  text: string;
  calls: ToolCall[];
  tokens: { input: number; output: number };
}

type ModelFailureKind =
  /** It does not answer, or its server failed. */
  | 'unavailable'
  | 'rate-limited'
  /** The request as such: a wrong key, an unknown model, a conversation too long. */
  | 'refused'
  /** The response is not one of this API. */
  | 'unreadable'
  | 'too-late';

/** The message is for users. */
export class ModelFailure extends OutsideFailure {
  override readonly name = 'ModelFailure';
  readonly isTransientFailure: boolean;

  constructor(
    readonly kind: ModelFailureKind,
    /** For the operator: what the server of the model said. */
    readonly said = '',
    readonly retryAfter: number | null = null,
    /** Whether the server may not know the form that was asked for. */
    readonly mayRefuseForm = false,
  ) {
    super(say(`why-model-${kind}`).text);
    this.isTransientFailure = kind === 'unavailable' || kind === 'rate-limited';
  }
}
