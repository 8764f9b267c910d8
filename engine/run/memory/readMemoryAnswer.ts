import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { MemoryAnswer, MemoryMessage } from '../contract/Effect.ts';

/** Reads a memory's answer; what is missing or of another kind is empty. */
export function readMemoryAnswer(value: Json, threadId: string): MemoryAnswer {
  const answer = toMap(value);
  const thread = toMap(answer['current_thread']);
  const metadata = toMap(thread['metadata']);
  return {
    current_thread: {
      thread_id: textOr(thread['thread_id'], threadId),
      messages: toList(thread['messages']).flatMap(toMessage),
      metadata: { created_at: textOr(metadata['created_at'], null), updated_at: textOr(metadata['updated_at'], null) },
    },
    last_messages: toList(answer['last_messages']).flatMap(toMessage),
    semantic_search: toList(answer['semantic_search']).flatMap(toResult),
    working_memory: textOr(answer['working_memory'], null),
  };
}

function toMessage(value: Json): MemoryMessage[] {
  const { role, content, timestamp } = toMap(value);
  if (typeof content !== 'string') return [];
  return [{ role: role === 'assistant' ? 'assistant' : 'user', content, timestamp: textOr(timestamp, '') }];
}

function toResult(value: Json): MemoryAnswer['semantic_search'][number][] {
  const { content, similarity, timestamp, metadata } = toMap(value);
  if (typeof content !== 'string' || typeof similarity !== 'number') return [];
  const { thread_id, role } = toMap(metadata);
  const speaker = toRole(role);
  const from = { thread_id: textOr(thread_id, ''), ...(speaker === null ? {} : { role: speaker }) };
  return [{ content, similarity, timestamp: textOr(timestamp, ''), metadata: from }];
}

function toRole(role: Json | undefined): MemoryMessage['role'] | null {
  return role === 'user' || role === 'assistant' ? role : null;
}

function toMap(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function textOr<T>(value: Json | undefined, other: T): string | T {
  return typeof value === 'string' ? value : other;
}
