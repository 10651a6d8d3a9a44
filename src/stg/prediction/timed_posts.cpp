// See timed_posts.h. A channel is there only while a post waits in it, so that tags that count messages take no memory.
#include "stg/prediction/timed_posts.h"

namespace unply::stg {

uint32_t TimedPosts::add(TimedPost post) {
  if (free_.empty()) {
    posts_.push_back(std::move(post));
    return uint32_t(posts_.size()) - 1;
  }
  const uint32_t number = free_.back();
  free_.pop_back();
  posts_[number] = std::move(post);
  return number;
}

uint32_t TimedPosts::join(uint32_t number) {
  TimedPost& post = posts_[number];
  const Channel channel = {.source = post.receive ? post.peer : post.rank,
                           .target = post.receive ? post.rank : post.peer,
                           .comm = post.comm,
                           .tag = post.tag};
  const auto [place, alone] = waiting_.find_or_make(channel);
  Waiting& waiting = *place;
  if (alone) {
    waiting = {.first = number, .last = number};
    return kNone;
  }
  const uint32_t other = waiting.first;
  if (posts_[other].receive == post.receive) {
    posts_[waiting.last].next = number, waiting.last = number;
    return kNone;
  }
  if (posts_[other].next == kNone)
    waiting_.erase(channel);
  else
    waiting.first = posts_[other].next;
  post.partner = other, posts_[other].partner = number;
  return other;
}

void TimedPosts::remove(uint32_t number) {
  for (const uint32_t done : {posts_[number].partner, number}) {
    posts_[done] = {};
    free_.push_back(done);
  }
}

} // namespace unply::stg
